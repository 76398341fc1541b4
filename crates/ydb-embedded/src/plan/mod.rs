//! Planning: turns the syntax tree into a plan. Resolves names, checks types, finds key ranges.

mod access;
mod bindings;
mod ddl;
pub mod extract;
mod from;
mod group;
mod list;
mod names;
mod optimize;
mod phases;
mod select;
mod statements;
pub mod steps;
mod write;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use crate::catalog::{Catalog, Table, paths};
use crate::error::{Error, Issue, Position, Result, Status, codes};
use crate::exec::{OutputColumn, Rel, RelKind};
use crate::expr::{self, Expr, ExprKind, SubqueryShape};
use crate::types::{Primitive, Type};
use crate::yql::ast;
use bindings::{Binding, Bindings, Bound, NamedQuery, ValueOrigin, is_container};
use steps::{Step, Subquery};

pub use statements::plan;

/// Options of planning, besides the text, the catalog and the parameters.
#[derive(Clone, Copy, Debug)]
pub struct PlanOptions<'a> {
    /// `true` if a parameter that the client sent may be used without DECLARE.
    pub implicit_parameter_types: bool,
    /// The value of `Version()`.
    pub version: &'a str,
}

/// The state of planning one query: the names bound so far, its parameters, and the steps.
pub struct Planner<'a> {
    catalog: &'a Catalog,
    given: &'a BTreeMap<String, Type>,
    options: PlanOptions<'a>,
    bindings: Bindings,
    params: Vec<(Arc<str>, Type)>,
    /// Positions of the used parameters.
    used: BTreeSet<usize>,
    /// Errors of parameters that were sent with another type than declared, by position. Reported only if the parameter
    /// is used.
    mismatched: HashMap<usize, Error>,
    subqueries: usize,
    steps: Vec<Step>,
    ordered_columns: bool,
    /// `PRAGMA SimpleColumns`, the default: star columns are named without their source.
    simple_columns: bool,
    /// `PRAGMA GroupByLimit`: largest number of keys in all grouping sets together.
    group_by_limit: usize,
    group_by_cube_limit: usize,
    allow_dot_in_alias: bool,
    /// `true` if a read without VIEW may use an index; `PRAGMA ydb.OptDisableAutoIndexSelection` turns it off.
    chooses_indexes: bool,
    path_prefix: Option<String>,
    reads_async_index: bool,
    batch: bool,
    warnings: Vec<Issue>,
    phase: QueryPhase,
    /// Rows of the named queries that are computed once in this phase, by the query's position.
    spools: HashMap<usize, Rel>,
    /// Values of named queries in this phase, by the query's position and shape.
    values: HashMap<(usize, SubqueryShape), Expr>,
    /// Number of nodes that names and lambdas have added to the plan.
    spent: usize,
}

/// Largest number of nodes that names and lambdas may add to a plan. YDB's own limit, `NodesAllocationLimit`, counts
/// another tree.
const MAX_NODES: usize = 500_000;

/// Largest nesting depth of types. Values nest equally deep and are walked recursively, here and in the client.
const MAX_TYPE_DEPTH: usize = 100;

impl<'a> Planner<'a> {
    fn new(catalog: &'a Catalog, given: &'a BTreeMap<String, Type>, options: PlanOptions<'a>) -> Self {
        Self {
            catalog,
            given,
            options,
            bindings: Bindings::default(),
            params: Vec::new(),
            used: BTreeSet::new(),
            mismatched: HashMap::new(),
            subqueries: 0,
            steps: Vec::new(),
            ordered_columns: false,
            simple_columns: true,
            group_by_limit: 64,
            group_by_cube_limit: 5,
            allow_dot_in_alias: false,
            chooses_indexes: true,
            path_prefix: None,
            reads_async_index: false,
            batch: false,
            warnings: Vec::new(),
            phase: QueryPhase::default(),
            spools: HashMap::new(),
            values: HashMap::new(),
            spent: 0,
        }
    }

    fn param(&mut self, name: &Arc<str>, ty: Type, at: Position) -> Expr {
        let slot = self.params.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
            self.params.push((Arc::clone(name), ty.clone()));
            self.params.len() - 1
        });
        Expr { ty, at, kind: ExprKind::Param(slot) }
    }

    /// Returns the expression of a `$name`: a value bound before, a named query, or a parameter.
    fn named(&mut self, name: &ast::Ident) -> Result<Expr> {
        if &*name.name == "_" {
            return Err(Error::translation(name.at, "Unable to reference anonymous name $_"));
        }
        let position = self.bindings.position(&name.name);
        match position.map(|position| (position, self.bindings.at(position).binding.clone())) {
            Some((position, Binding::Value(value))) => self.value(position, &value, name.at),
            Some((_, Binding::Query(query))) => self.query_value(&query, SubqueryShape::Scalar, name.at),
            Some((_, Binding::Lambda(_))) => {
                Err(Error::type_annotation(name.at, format!("Expected an expression, but ${} is a lambda", name.name)))
            }
            None => match self.given.get(&format!("${}", name.name)) {
                Some(ty) if self.options.implicit_parameter_types => {
                    let ty = ty.clone();
                    let param = self.param(&name.name, ty, name.at);
                    self.note_use(&param)?;
                    Ok(param)
                }
                _ => Err(Error::new(Status::GenericError, format!("Unknown name: ${}", name.name)).at(name.at)),
            },
        }
    }

    /// Records that a parameter is used, if `value` is a parameter. Fails if the parameter was sent with a wrong type.
    fn note_use(&mut self, value: &Expr) -> Result<()> {
        let ExprKind::Param(slot) = value.kind else { return Ok(()) };
        self.used.insert(slot);
        self.mismatched.get(&slot).map_or(Ok(()), |error| Err(error.clone()))
    }

    /// Returns a named value: the value itself if it is small or a container, or else the slot of the step that
    /// computes it.
    fn value(&mut self, position: usize, value: &Expr, at: Position) -> Result<Expr> {
        self.note_use(value)?;
        let bound = self.bindings.at(position);
        let (nodes, slot) = (bound.nodes, bound.slot);
        if bound.is_small() {
            return Ok(Expr { at, ..value.clone() });
        }
        if is_container(value) {
            // The first use adds no more nodes than the text has.
            let used = std::mem::replace(&mut bound.used, true);
            self.spend(if used { nodes } else { 0 }, at)?;
            return Ok(Expr { at, ..value.clone() });
        }
        let ty = value.ty.clone();
        let slot = slot.unwrap_or_else(|| {
            let column = OutputColumn::new("".into(), ty.clone(), true);
            let kind = RelKind::Project { input: Box::default(), exprs: [value.clone()].into() };
            self.ahead(|planner| planner.step(Rel { columns: vec![column], kind }, SubqueryShape::Scalar))
        });
        self.bindings.at(position).slot = Some(slot);
        Ok(Expr { ty, at, kind: ExprKind::Subquery(slot) })
    }

    /// Computes a named value again in a later phase.
    fn renew(&mut self, position: usize) -> Result<()> {
        let Some(origin) = self.bindings.at(position).origin.clone() else { return Ok(()) };
        self.spend(origin.length, origin.value.at)?;
        let outer = self.bindings.show(Some(origin.scope));
        let whole = self.constant(&origin.value);
        self.bindings.show(outer);
        let value = match (whole?, origin.item) {
            (Expr { kind: ExprKind::Items(items), .. }, Some(item)) => items.into_vec().swap_remove(item),
            (whole, Some(item)) => expr::item(whole, item),
            (whole, None) => whole,
        };
        let origin = ValueOrigin { phase: self.phase.number, ..origin };
        *self.bindings.at(position) = Bound::of_value(value, Some(origin));
        Ok(())
    }

    fn named_query(&mut self, query: &NamedQuery, at: Position) -> Result<Rel> {
        if let Some(spool) = self.spools.get(&query.position) {
            return Ok(spool.clone());
        }
        self.spend(query.length, at)?;
        let outer = self.bindings.show(Some(query.position));
        let rel = self.query(&query.query);
        self.bindings.show(outer);
        let mut rel = rel?;
        if let RelKind::Union { is_shared, .. } = &mut rel.kind {
            *is_shared = query.is_shared;
        }
        rel.columns.iter().try_for_each(|column| self.check_depth(&column.ty, at))?;
        Ok(rel)
    }

    /// Plans a step that computes the rows of a named query.
    fn spool(&mut self, query: &NamedQuery) -> Result<()> {
        let rel = self.named_query(query, query.query.at)?;
        let columns = rel.columns.clone();
        let ty = Type::List(Arc::new(Type::Tuple(columns.iter().map(|column| column.ty.clone()).collect())));
        let slot = self.step(optimize::run(rel), SubqueryShape::Rows);
        let list = Expr { ty, at: query.query.at, kind: ExprKind::Subquery(slot) };
        self.spools.insert(query.position, Rel { columns, kind: RelKind::AsTable(list.into()) });
        Ok(())
    }

    /// Returns a named query as a value. Plans it once for each shape.
    fn query_value(&mut self, query: &NamedQuery, shape: SubqueryShape, at: Position) -> Result<Expr> {
        let key = (query.position, shape);
        if let Some(known) = self.values.get(&key) {
            return Ok(Expr { at, ..known.clone() });
        }
        let value = self.ahead(|planner| {
            let rel = planner.named_query(query, at)?;
            planner.subquery(rel, shape, at)
        })?;
        self.values.insert(key, value.clone());
        Ok(value)
    }

    /// Counts nodes of the plan that the text does not have. Fails beyond [`MAX_NODES`].
    fn spend(&mut self, nodes: usize, at: Position) -> Result<()> {
        self.spent += nodes;
        if self.spent <= MAX_NODES {
            return Ok(());
        }
        let message = format!(
            "Too many allocated nodes, allowed: {MAX_NODES}, current: {}. Named expressions, lambdas or BETWEEN and CASE \
             repeat their operands too often; split the query",
            self.spent
        );
        Err(Error::issue(Issue::new(codes::CORE_GC_NODES_LIMIT_EXCEEDED, message).at(at)))
    }

    fn check_depth(&self, ty: &Type, at: Position) -> Result<()> {
        if ty.depth() <= MAX_TYPE_DEPTH {
            return Ok(());
        }
        Err(Error::translation(at, format!("The type is nested too deeply: more than {MAX_TYPE_DEPTH} levels")))
    }

    /// Adds a step that computes a value. Returns the step's slot.
    fn step(&mut self, rel: Rel, shape: SubqueryShape) -> usize {
        let slot = self.subqueries;
        self.subqueries += 1;
        self.steps.push(Step::Subquery(Subquery { slot, rel, shape }));
        slot
    }

    /// Returns a subquery as a value. A separate step evaluates it before the step that is being planned.
    fn subquery(&mut self, rel: Rel, shape: SubqueryShape, at: Position) -> Result<Expr> {
        let ty = match shape {
            SubqueryShape::Exists => Type::Primitive(Primitive::Bool),
            SubqueryShape::Scalar => match &rel.columns[..] {
                [only] => only.ty.clone().optional(),
                _ => {
                    let first = Issue::new(
                        codes::DEFAULT_ERROR,
                        "Source used in expression should contain one concrete column",
                    )
                    .at(at);
                    let second = Issue::new(codes::DEFAULT_ERROR, "Source is used here").at(at);
                    return Err(Error { status: Status::GenericError, issues: vec![first, second] });
                }
            },
            SubqueryShape::List | SubqueryShape::Rows => match &rel.columns[..] {
                [only] => Type::List(Arc::new(only.ty.clone())),
                columns => {
                    let items = columns.iter().map(|column| column.ty.clone()).collect();
                    Type::List(Arc::new(Type::Tuple(items)))
                }
            },
        };
        let slot = self.step(optimize::run(rel), shape);
        Ok(Expr { ty, at, kind: ExprKind::Subquery(slot) })
    }

    /// Finds the table at a path as written.
    fn table(&self, path: &ast::Ident, function: &str) -> Result<Arc<Table>> {
        let absolute = self.path(path)?;
        self.catalog.table(&absolute).map_err(|error| match error.issues.first() {
            Some(issue) if issue.code == codes::KIKIMR_SCHEME_ERROR => {
                Error::in_function(path.at, function, issue.clone())
            }
            _ => error.at(path.at),
        })
    }

    /// Returns the absolute form of a written path, below the prefix of `PRAGMA TablePathPrefix`.
    fn path(&self, path: &ast::Ident) -> Result<String> {
        self.resolve(&path.name).map_err(|error| error.at(path.at))
    }

    /// Returns the absolute form of a written path, below the prefix of `PRAGMA TablePathPrefix`; the error has no
    /// position.
    fn resolve(&self, written: &str) -> Result<String> {
        if written.starts_with('/') {
            return self.catalog.resolve(written);
        }
        let directory = match self.path_prefix.as_deref() {
            Some(prefix) if prefix.starts_with('/') => prefix.to_owned(),
            prefix => self.catalog.resolve(prefix.unwrap_or_default())?,
        };
        self.catalog.resolve(&paths::without_dots(&format!("{directory}/{written}")))
    }
}

#[derive(Default)]
struct QueryPhase {
    /// Number of phases before this one.
    number: usize,
    /// Paths of the tables that the phase writes.
    written: HashSet<Arc<str>>,
    /// Position of the phase's first write among the steps.
    first_write: Option<usize>,
    /// Steps that come before the phase's first write.
    ahead: Vec<Step>,
    /// `true` if steps that come before the first write are being planned.
    is_ahead: bool,
}

impl QueryPhase {
    fn writes(&self, path: &str) -> bool {
        self.written.contains(path)
    }
}
