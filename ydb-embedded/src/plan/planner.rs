//! The state of planning one query: the names bound so far, its parameters, and the steps.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use super::optimize;
use super::rel::Rel;
use super::steps::{Step, Subquery, SubqueryShape};
use crate::catalog::{Catalog, Table};
use crate::error::{Error, Issue, Position, Result, Status, codes};
use crate::expr::{Expr, ExprKind};
use crate::types::{Primitive, Type};
use crate::yql::ast;

/// The meaning of a `$name`.
#[derive(Clone)]
pub(super) enum Binding {
    /// A value.
    Value(Expr),
    /// A query with the names that were known when it was written. It is planned at each use.
    Query(Arc<(ast::SelectQuery, Bindings)>),
    /// A lambda.
    Lambda(Arc<(Vec<ast::Ident>, ast::Expr)>),
}

/// The `$names` known at some point of the query.
pub(super) type Bindings = HashMap<Arc<str>, Binding>;

/// What planning depends on besides the text, the catalog and the parameters.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    /// Whether a parameter that was sent may be used without DECLARE.
    pub implicit_parameter_types: bool,
    /// The value of `Version()`.
    pub version: &'a str,
}

/// Plans one query.
pub struct Planner<'a> {
    pub(super) catalog: &'a Catalog,
    pub(super) given: &'a BTreeMap<String, Type>,
    options: Options<'a>,
    pub(super) bindings: Bindings,
    pub(super) params: Vec<(Arc<str>, Type)>,
    pub(super) subqueries: usize,
    pub(super) steps: Vec<Step>,
    /// `PRAGMA OrderedColumns`.
    pub(super) ordered_columns: bool,
    /// `PRAGMA SimpleColumns`, the default: the columns of a star are named without their source.
    pub(super) simple_columns: bool,
    /// `PRAGMA GroupByLimit`: the most keys that grouping sets may have together.
    pub(super) group_by_limit: usize,
    /// `PRAGMA GroupByCubeLimit`.
    pub(super) group_by_cube_limit: usize,
    /// `PRAGMA AllowDotInAlias`.
    pub(super) allow_dot_in_alias: bool,
    /// `PRAGMA TablePathPrefix`.
    pub(super) path_prefix: Option<String>,
    /// Whether an asynchronous index is read.
    pub(super) reads_async_index: bool,
    /// Whether a statement is BATCH.
    pub(super) batch: bool,
    /// How deeply named queries are nested.
    depth: usize,
}

/// Named queries nested more deeply than this are refused, because planning is recursive.
const MAX_DEPTH: usize = 64;

impl<'a> Planner<'a> {
    /// Nothing planned yet.
    pub(super) fn new(catalog: &'a Catalog, given: &'a BTreeMap<String, Type>, options: Options<'a>) -> Self {
        Self {
            catalog,
            given,
            options,
            bindings: Bindings::new(),
            params: Vec::new(),
            subqueries: 0,
            steps: Vec::new(),
            ordered_columns: false,
            simple_columns: true,
            group_by_limit: 64,
            group_by_cube_limit: 5,
            allow_dot_in_alias: false,
            path_prefix: None,
            reads_async_index: false,
            batch: false,
            depth: 0,
        }
    }

    pub(super) fn param(&mut self, name: &Arc<str>, ty: Type, at: Position) -> Expr {
        let slot = self.params.iter().position(|(known, _)| known == name).unwrap_or_else(|| {
            self.params.push((Arc::clone(name), ty.clone()));
            self.params.len() - 1
        });
        Expr { ty, at, kind: ExprKind::Param(slot) }
    }

    /// The expression of a `$name`: a value bound before, a named query, or a parameter.
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

    /// Plans the rows of a named query.
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

    /// Makes a subquery a value. A step of its own evaluates it, before the step that is being planned.
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

    /// The absolute form of a path as written, below the prefix of `PRAGMA TablePathPrefix`.
    pub(super) fn path(&self, path: &ast::Ident) -> Result<String> {
        self.resolve(&path.name).map_err(|error| error.at(path.at))
    }

    /// The same, without a position.
    pub(super) fn resolve(&self, written: &str) -> Result<String> {
        match &self.path_prefix {
            Some(prefix) if !written.starts_with('/') => self.catalog.resolve(&format!("{prefix}/{written}")),
            _ => self.catalog.resolve(written),
        }
    }
}
