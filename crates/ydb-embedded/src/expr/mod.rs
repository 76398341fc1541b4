//! Typed expressions, which are compiled from the syntax tree and evaluated over rows, with their functions, hashes and
//! aggregates.
//!
//! This module knows no tables.

pub mod accumulator;
pub mod aggregate;
pub(crate) mod builtins;
mod call;
mod coerce;
mod collection;
mod compare;
mod compile;
pub(crate) mod digest;
mod eval;
mod json;
pub(crate) mod jsonpath;
mod lambda;
mod lookup;
pub mod memory;
mod node;
mod operator;
mod patterns;
mod signatures;
#[cfg(test)]
mod tests;
pub mod types;
mod walk;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use crate::error::{Error, Position, Result};
use crate::types::{Primitive, Type, Value, common_type};
use crate::yql::ast;
use memory::{LIMIT, Memory, MemoryGuard, exceeded, size};

pub use crate::yql::ast::CompareOp;
pub use coerce::{Mismatch, coerce, convert, item, may_change, member};
pub use compile::compile;
pub use digest::md5;
pub use eval::{eval, is_true};
pub use lambda::ListFunction;
pub use lookup::LookupSet;
pub use node::{
    Builtin, Calculation, Expr, ExprKind, In, InSet, Invocation, JsonCall, JsonCase, JsonVariable, Like, Regexp,
};
pub use walk::conjuncts;

/// Lookup of an expression's names. The planner implements it, because the planner knows sources, parameters and
/// groups.
pub trait Names {
    /// Resolves a column of the current row into an [`ExprKind::Column`].
    fn column(&mut self, _: Option<&ast::Ident>, name: &ast::Ident, at: Position) -> Result<Expr> {
        let message = format!("Column reference \"{}\" is not allowed in current scope", name.name);
        Err(Error::translation(at, message))
    }

    /// Resolves `$name`, a named expression or a parameter.
    fn named(&mut self, name: &ast::Ident) -> Result<Expr> {
        Err(Error::translation(name.at, format!("Unknown name: ${}", name.name)))
    }

    /// Counts nodes that are in the plan but not in the text, because operands and lambdas are copied.
    fn spend(&mut self, _: usize, _: Position) -> Result<()> {
        Ok(())
    }

    /// Returns the value of `Version()`.
    fn version(&self) -> &str {
        ""
    }

    /// Returns the lambda that `$name(..)` calls, if `$name` is a lambda.
    fn lambda(&mut self, _: &str) -> Option<Arc<(Vec<ast::Ident>, ast::Expr)>> {
        None
    }

    /// Compiles a call of an aggregate function into its value in the row after grouping.
    fn aggregate(&mut self, call: &ast::Call, at: Position) -> Result<Expr> {
        Err(Error::translation(at, format!("Aggregation function {} is not allowed here", call.name.name)))
    }

    /// Compiles a call with OVER into its value in the row after the window functions.
    fn window(&mut self, _: &ast::Call, _: &ast::Over, at: Position) -> Result<Expr> {
        Err(Error::unsupported(at, "A window in this place"))
    }

    /// Compiles `(SELECT ..)` into a value.
    fn subquery(&mut self, _: &ast::SelectQuery, _: SubqueryShape, at: Position) -> Result<Expr> {
        Err(Error::unsupported(at, "A subquery in this place"))
    }

    /// Compiles a named query `$name` after IN into a list of its rows. Returns `None` if the name is not a query.
    fn named_list(&mut self, _: &ast::Ident) -> Result<Option<Expr>> {
        Ok(None)
    }
}

/// The form in which a subquery's rows become a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SubqueryShape {
    /// The only column of the first row; NULL without rows.
    Scalar,
    /// A list of the only column's values, or a list of tuples if there are several columns.
    List,
    /// A list of tuples, even if there is only one column.
    Rows,
    Exists,
}

/// Evaluates an expression that needs no row, parameter or subquery. Returns `None` if the evaluation fails.
pub(crate) fn constant(expr: &Expr) -> Option<Value> {
    let env = Env::default();
    eval(expr, &Inputs::new(&[], &env)).ok()
}

/// Data that all evaluations of one execution share: parameters, finished subqueries, the time and the random seed.
#[derive(Debug, Default)]
pub struct Env {
    /// Values of the parameters, by position.
    pub params: Vec<Value>,
    /// Results of the subqueries, by position. If a named value has no result, its error is reported where the value is
    /// used.
    pub subqueries: Vec<Result<Value>>,
    /// Time when the query began, in microseconds since 1970.
    pub now_us: u64,
    pub memory: Memory,
    /// Bytes of the values that the current evaluation has made.
    made: AtomicUsize,
    /// Guards of the memory that the results of subqueries take.
    held: Vec<MemoryGuard>,
    pub seed: u64,
    /// Sets of IN, built on first use: first those of the parameters, then those of the subqueries.
    sets: Vec<OnceLock<Arc<LookupSet>>>,
}

impl Env {
    /// Returns an environment whose subqueries have no results yet.
    pub fn new(params: Vec<Value>, subqueries: usize, now_us: u64, seed: u64) -> Self {
        let sets = (0..params.len() + subqueries).map(|_| OnceLock::new()).collect();
        Self { params, subqueries: vec![Ok(Value::Null); subqueries], now_us, seed, sets, ..Self::default() }
    }

    pub fn set_subquery(&mut self, position: usize, value: Result<Value>) {
        let mut held = self.memory.part();
        let value = value.and_then(|value| held.add(size(std::slice::from_ref(&value))).map(|()| value));
        self.held.push(held);
        if let Some(place) = self.subqueries.get_mut(position) {
            *place = value;
        }
        if let Some(set) = self.sets.get_mut(self.params.len() + position) {
            *set = OnceLock::new();
        }
    }

    /// Counts bytes that the current evaluation makes. Fails above the limit. The bytes count until the evaluation
    /// ends, or until they are known to be unused.
    fn make(&self, bytes: usize) -> Result<()> {
        let made = self.made().saturating_add(bytes);
        self.made.store(made, Ordering::Relaxed);
        if made > LIMIT { Err(exceeded()) } else { Ok(()) }
    }

    /// Returns the bytes that the current evaluation, or the last one, has made.
    pub fn made(&self) -> usize {
        self.made.load(Ordering::Relaxed)
    }

    /// Sets the bytes that the current evaluation still needs, and forgets all others that it has made.
    fn keep(&self, bytes: usize) {
        self.made.store(bytes, Ordering::Relaxed);
    }
}

/// Inputs of one evaluation: a row, and the data that the query shares.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a> {
    pub row: &'a [Value],
    /// Data that all evaluations of the query share.
    pub env: &'a Env,
    /// Arguments of the enclosing lambdas.
    locals: &'a [Value],
}

impl<'a> Inputs<'a> {
    /// Returns the inputs of a new evaluation outside of lambdas.
    pub fn new(row: &'a [Value], env: &'a Env) -> Self {
        env.keep(0);
        Self { row, env, locals: &[] }
    }
}

/// Names of YQL's functions, from its translator and its list of modules. Each line has a group and its names:
/// functions, aggregates, window functions, functions of a module, and modules that the engine does not support.
const NAMES: &str = include_str!("names.txt");

/// Normalizes a function's name as YQL does: lower case, without underscores.
fn normalized(name: &str) -> String {
    name.chars().filter(|c| *c != '_').map(|c| c.to_ascii_lowercase()).collect()
}

/// Returns the names of a group.
fn names_of(group: &str) -> impl Iterator<Item = &'static str> + use<'_> {
    let lines = NAMES.lines().filter_map(move |line| line.strip_prefix(group)?.strip_prefix(": "));
    lines.flat_map(|names| names.split(' '))
}

/// Returns `true` if YQL has a function of this normalized name in a group.
fn is_name_of(group: &str, name: &str) -> bool {
    names_of(group).any(|known| known.eq_ignore_ascii_case(name))
}

/// Returns a type error at a position.
pub(crate) fn error<T>(at: Position, message: impl Into<String>) -> Result<T> {
    Err(Error::type_annotation(at, message))
}

struct Compiler<'n> {
    pub(super) names: &'n mut dyn Names,
    /// Parameters of the enclosing lambdas that are in scope, outermost first.
    pub(super) locals: Vec<Local>,
    /// Number of items that the enclosing lambdas have at run time, in scope or not.
    pub(super) depth: usize,
}

/// Meaning of a lambda's parameter.
enum Local {
    /// Item that is known only at run time: its name, its type, and the depth of its [`ExprKind::Local`].
    Item(Arc<str>, Type, usize),
    /// Argument of a lambda that was called: an expression that is as short as a name.
    Argument(Arc<str>, Expr),
}

fn boolean(optional: bool) -> Type {
    let ty = Type::Primitive(Primitive::Bool);
    if optional { ty.optional() } else { ty }
}

/// Returns the common type of two types. Fails if there is none.
fn common(a: &Type, b: &Type, at: Position) -> Result<Type> {
    common_type(a, b).map_or_else(|| error(at, format!("Cannot infer common type for {a} and {b}")), Ok)
}

fn not(expr: Expr) -> Expr {
    Expr::new(expr.ty.clone(), expr.at, ExprKind::Not(Box::new(expr)))
}
