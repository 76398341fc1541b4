//! Plans a query statement for statement: named expressions, parameters, and the steps they lead to.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::names::Scope;
use super::pragma::Pragma;
use super::rel::Rel;
use super::steps::{Plan, SchemeStep, Step, Subquery, SubqueryShape};
use super::{ddl, optimize};
use crate::catalog::{Catalog, Table};
use crate::error::{Error, Issue, Position, Result, Status, codes};
use crate::expr::{self, types};
use crate::expr::{Expr, ExprKind};
use crate::types::{Primitive, Type};
use crate::yql::ast;

/// What a `$name` stands for.
#[derive(Clone)]
pub(super) enum Binding {
    /// A value.
    Value(Expr),
    /// A query, planned where it is used, among the names that were known when it was written.
    Query(Arc<(ast::SelectQuery, Bindings)>),
    /// A lambda.
    Lambda(Arc<(Vec<ast::Ident>, ast::Expr)>),
}

/// The `$names` known at a place.
pub(super) type Bindings = HashMap<Arc<str>, Binding>;

/// What planning depends on beside the text, the catalog and the parameters.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// Whether a parameter that was sent may be used without DECLARE.
    pub implicit_parameter_types: bool,
    /// The value of `Version()`.
    pub version: &'a str,
}

/// Plans one query.
pub struct Planner<'a> {
    catalog: &'a Catalog,
    given: &'a BTreeMap<String, Type>,
    options: Options<'a>,
    pub(super) bindings: Bindings,
    params: Vec<(Arc<str>, Type)>,
    subqueries: usize,
    steps: Vec<Step>,
    /// `PRAGMA OrderedColumns`.
    pub(super) ordered_columns: bool,
    /// `PRAGMA TablePathPrefix`.
    path_prefix: Option<String>,
    /// Whether an asynchronous index is read.
    pub(super) reads_async_index: bool,
    /// Whether a statement is BATCH.
    pub(super) batch: bool,
    /// How deep named queries are nested in each other.
    depth: usize,
}

/// Queries nested deeper than this are refused: planning is recursive.
const MAX_DEPTH: usize = 64;

/// Plans a parsed query against the catalog and the types of the parameters that came with it (`$` included in their names).
///
/// # Errors
///
/// Whatever YDB's compiler refuses: unknown names, wrong types, statements that cannot stand together.
pub fn plan(
    query: &ast::Query,
    catalog: &Catalog,
    given: &BTreeMap<String, Type>,
    options: Options<'_>,
) -> Result<Plan> {
    let mut planner = Planner {
        catalog,
        given,
        options,
        bindings: Bindings::new(),
        params: Vec::new(),
        subqueries: 0,
        steps: Vec::new(),
        ordered_columns: false,
        path_prefix: None,
        reads_async_index: false,
        batch: false,
        depth: 0,
    };
    for statement in &query.statements {
        planner.statement(statement)?;
    }
    let plan = Plan {
        params: planner.params,
        subqueries: planner.subqueries,
        steps: planner.steps,
        reads_async_index: planner.reads_async_index,
        batch: planner.batch,
    };
    let is_data = |step: &Step| matches!(step, Step::Result(_) | Step::Write(_));
    if plan.is_scheme() && plan.steps.iter().any(is_data) {
        return Err(Error::issue(Issue::new(
            codes::KIKIMR_MIXED_SCHEME_DATA_TX,
            "Queries with mixed data and scheme operations are not supported. Use separate queries for different types of operations.",
        )));
    }
    Ok(plan)
}

impl<'a> Planner<'a> {
    fn statement(&mut self, statement: &ast::Statement) -> Result<()> {
        match &statement.kind {
            ast::StatementKind::Pragma { name, values } => {
                match super::pragma::read(name, values, statement.at)? {
                    Pragma::PathPrefix(prefix) => self.path_prefix = Some(prefix),
                    Pragma::OrderedColumns(on) => self.ordered_columns = on,
                    Pragma::Ignored => {}
                }
                Ok(())
            }
            ast::StatementKind::Declare { name, ty } => self.declare(name, ty),
            ast::StatementKind::Let { names, value } => self.bind(names, value),
            ast::StatementKind::Select(query) => {
                let rel = self.query(query)?;
                self.steps.push(Step::Result(optimize::run(rel)));
                Ok(())
            }
            ast::StatementKind::Insert(insert) => self.write(|planner| planner.insert(insert)),
            ast::StatementKind::Update(update) => self.write(|planner| planner.update(update)),
            ast::StatementKind::Delete(delete) => self.write(|planner| planner.delete(delete)),
            ast::StatementKind::CreateTable(create) => {
                let path = self.path(&create.table.path)?;
                let spec = Box::new(ddl::create_table(create, path)?);
                self.steps.push(Step::Scheme(SchemeStep::Create { spec, if_not_exists: create.if_not_exists }));
                Ok(())
            }
            ast::StatementKind::AlterTable { table, actions } => {
                let path = self.changed(&table.path, "KiAlterTable!")?;
                let alterations = ddl::alter_table(actions, |written| self.catalog.resolve(written))?;
                self.steps.push(Step::Scheme(SchemeStep::Alter { path, alterations }));
                Ok(())
            }
            ast::StatementKind::DropTable { table, if_exists } => {
                let path = match if_exists {
                    true => self.path(&table.path)?,
                    false => self.changed(&table.path, "KiDropTable!")?,
                };
                self.steps.push(Step::Scheme(SchemeStep::Drop { path, if_exists: *if_exists }));
                Ok(())
            }
            ast::StatementKind::AlterSequence { path, if_exists, restart } => {
                let restart = restart.map(|(at, value)| ddl::restart(at, value)).transpose()?;
                // YDB asks for the absolute path and lets no PRAGMA stand before it; that one relative to the database works is UNVERIFIED.
                let path = self.catalog.resolve(&path.name).map_err(|error| error.at(path.at))?;
                self.steps.push(Step::Scheme(SchemeStep::RestartSequence { path, if_exists: *if_exists, restart }));
                Ok(())
            }
            ast::StatementKind::Access(access) => {
                let changes = ddl::change_access(access)?;
                let paths = access.paths.iter().map(|path| self.path(path)).collect::<Result<Vec<_>>>()?;
                self.steps.push(Step::Scheme(SchemeStep::ChangeAccess { paths, changes }));
                Ok(())
            }
            ast::StatementKind::TruncateTable { table } => {
                let path = self.path(&table.path)?;
                self.steps.push(Step::Scheme(SchemeStep::Truncate { path }));
                Ok(())
            }
            ast::StatementKind::ShowCreate { table } => {
                let table = self.table(&table.path, "KiShowCreate!")?;
                self.steps.push(Step::ShowCreate(table));
                Ok(())
            }
            ast::StatementKind::Commit => {
                self.steps.push(Step::Commit);
                Ok(())
            }
            ast::StatementKind::Rollback => {
                self.steps.push(Step::Rollback);
                Ok(())
            }
        }
    }

    fn write(&mut self, plan: impl FnOnce(&mut Self) -> Result<super::steps::Write>) -> Result<()> {
        let mut write = plan(self)?;
        write.source = optimize::run(write.source);
        self.steps.push(Step::Write(Box::new(write)));
        Ok(())
    }

    fn declare(&mut self, name: &ast::Ident, ty: &ast::TypeExpr) -> Result<()> {
        let declared = types::resolve(ty)?;
        // YDB warns of a second declaration and ignores it.
        if self.bindings.contains_key(&name.name) {
            return Ok(());
        }
        match self.given.get(&format!("${}", name.name)) {
            Some(sent) if *sent != declared => {
                let message = format!("Parameter ${} type mismatch, expected: {declared}, actual: {sent}", name.name);
                return Err(Error::new(Status::BadRequest, message).at(name.at));
            }
            None if !declared.is_optional() => {
                let message = format!("Missing value for parameter: ${}", name.name);
                return Err(Error::new(Status::BadRequest, message).at(name.at));
            }
            _ => {}
        }
        let value = self.param(&name.name, declared, name.at);
        self.bindings.insert(Arc::clone(&name.name), Binding::Value(value));
        Ok(())
    }

    fn param(&mut self, name: &Arc<str>, ty: Type, at: Position) -> Expr {
        let slot = self.params.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
            self.params.push((Arc::clone(name), ty.clone()));
            self.params.len() - 1
        });
        Expr { ty, at, kind: ExprKind::Param(slot) }
    }

    fn bind(&mut self, names: &[ast::Ident], value: &ast::Expr) -> Result<()> {
        if let [name] = names {
            let binding = match &value.kind {
                ast::ExprKind::Subquery(query) => Binding::Query(Arc::new(((**query).clone(), self.bindings.clone()))),
                ast::ExprKind::Named(other) => match self.bindings.get(&other.name) {
                    Some(known) => known.clone(),
                    None => Binding::Value(self.constant(value)?),
                },
                ast::ExprKind::Lambda { params, body } => Binding::Lambda(Arc::new((params.clone(), (**body).clone()))),
                _ => Binding::Value(self.constant(value)?),
            };
            self.bindings.insert(Arc::clone(&name.name), binding);
            return Ok(());
        }
        let tuple = self.constant(value)?;
        let Type::Tuple(items) = &tuple.ty else {
            let message = format!("Expected tuple type, but got: {}", tuple.ty);
            return Err(Error::type_annotation(value.at, message));
        };
        if items.len() != names.len() {
            let message = format!("Expected tuple of {} items, but it has {}", names.len(), items.len());
            return Err(Error::type_annotation(value.at, message));
        }
        for (i, name) in names.iter().enumerate() {
            let item = expr::item(tuple.clone(), i);
            self.bindings.insert(Arc::clone(&name.name), Binding::Value(item));
        }
        Ok(())
    }

    /// An expression that may not name columns.
    pub(super) fn constant(&mut self, value: &ast::Expr) -> Result<Expr> {
        expr::compile(value, &mut Scope::constant(self))
    }

    /// LIMIT and OFFSET: a Uint64 without columns; NULL is none.
    pub(super) fn count(&mut self, value: &ast::Expr, what: &str) -> Result<Option<Expr>> {
        let count = self.constant(value)?;
        if count.ty == Type::Null {
            return Ok(None);
        }
        let at = value.at;
        let found = count.ty.clone();
        let target = match found.unwrap_optional() {
            Type::Primitive(Primitive::Uint64) => found.clone(),
            _ => Type::Primitive(Primitive::Uint64),
        };
        expr::coerce(count, &target).map(Some).map_err(|_| {
            Error::type_annotation(at, format!("Mismatch type argument #1, type diff: {found}!=Uint64 ({what})"))
        })
    }

    /// What `$name` is: a value bound before, a parameter of the query.
    pub(super) fn named(&mut self, name: &ast::Ident) -> Result<Expr> {
        if &*name.name == "_" {
            return Err(Error::translation(name.at, "Unable to reference anonymous name $_"));
        }
        match self.bindings.get(&name.name) {
            Some(Binding::Value(value)) => {
                let mut value = value.clone();
                value.at = name.at;
                Ok(value)
            }
            Some(Binding::Query(query)) => {
                let query = Arc::clone(query);
                let rel = self.named_query(&query, name.at)?;
                self.subquery(rel, SubqueryShape::Scalar, name.at)
            }
            Some(Binding::Lambda(_)) => {
                Err(Error::type_annotation(name.at, format!("Expected an expression, but ${} is a lambda", name.name)))
            }
            None => match self.given.get(&format!("${}", name.name)) {
                Some(ty) if self.options.implicit_parameter_types => {
                    let ty = ty.clone();
                    Ok(self.param(&name.name, ty, name.at))
                }
                _ => Err(Error::new(Status::GenericError, format!("Unknown name: ${}", name.name)).at(name.at)),
            },
        }
    }

    /// The value of `Version()`.
    pub(super) const fn version(&self) -> &str {
        self.options.version
    }

    /// The rows of a named query.
    pub(super) fn named_query(&mut self, query: &Arc<(ast::SelectQuery, Bindings)>, at: Position) -> Result<Rel> {
        if self.depth >= MAX_DEPTH {
            return Err(Error::new(Status::GenericError, "Named queries are nested too deeply").at(at));
        }
        self.depth += 1;
        let outer = std::mem::replace(&mut self.bindings, query.1.clone());
        let rel = self.query(&query.0);
        self.bindings = outer;
        self.depth -= 1;
        rel
    }

    /// A subquery as a value: evaluated by a step of its own, before the step that is being planned.
    pub(super) fn subquery(&mut self, rel: Rel, shape: SubqueryShape, at: Position) -> Result<Expr> {
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
            SubqueryShape::List => match &rel.columns[..] {
                [only] => Type::List(Arc::new(only.ty.clone())),
                columns => {
                    let items = columns.iter().map(|column| column.ty.clone()).collect();
                    Type::List(Arc::new(Type::Tuple(items)))
                }
            },
        };
        let slot = self.subqueries;
        self.subqueries += 1;
        self.steps.push(Step::Subquery(Subquery { slot, rel: optimize::run(rel), shape }));
        Ok(Expr { ty, at, kind: ExprKind::Subquery(slot) })
    }

    /// The table of a path as written.
    pub(super) fn table(&self, path: &ast::Ident, function: &str) -> Result<Arc<Table>> {
        let absolute = self.path(path)?;
        self.catalog.table(&absolute).map_err(|error| match error.issues.first() {
            Some(issue) if issue.code == codes::KIKIMR_SCHEME_ERROR => {
                Error::in_function(path.at, function, issue.clone())
            }
            _ => error.at(path.at),
        })
    }

    /// The absolute path of a table that is altered or dropped: it must be there, unless a statement before may make it.
    fn changed(&self, path: &ast::Ident, function: &str) -> Result<String> {
        if !self.steps.iter().any(|step| matches!(step, Step::Scheme(_))) {
            self.table(path, function)?;
        }
        self.path(path)
    }

    /// The absolute path of a path as written, `PRAGMA TablePathPrefix` considered.
    pub(super) fn path(&self, path: &ast::Ident) -> Result<String> {
        let resolved = match &self.path_prefix {
            Some(prefix) if !path.name.starts_with('/') => self.catalog.resolve(&format!("{prefix}/{}", path.name)),
            _ => self.catalog.resolve(&path.name),
        };
        resolved.map_err(|error| error.at(path.at))
    }
}
