//! Typed expressions: compiled from the syntax tree and evaluated over rows; functions, hashes and aggregates.
//!
//! Nothing here knows a table.

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

/// The lookup of an expression's names; the planner implements it, since it knows sources, parameters and groups.
pub trait Names {
    /// A column of the current row: an [`ExprKind::Column`].
    fn column(&mut self, _: Option<&ast::Ident>, name: &ast::Ident, at: Position) -> Result<Expr> {
        let message = format!("Column reference \"{}\" is not allowed in current scope", name.name);
        Err(Error::translation(at, message))
    }

    /// A named expression or parameter, `$name`.
    fn named(&mut self, name: &ast::Ident) -> Result<Expr> {
        Err(Error::translation(name.at, format!("Unknown name: ${}", name.name)))
    }

    /// Counts nodes that are in the plan but not in the text: copies of operands and of lambdas.
    fn spend(&mut self, _: usize, _: Position) -> Result<()> {
        Ok(())
    }

    /// The value of `Version()`.
    fn version(&self) -> &str {
        ""
    }

    /// The lambda of `$name(..)`, if `$name` is one.
    fn lambda(&mut self, _: &str) -> Option<Arc<(Vec<ast::Ident>, ast::Expr)>> {
        None
    }

    /// A call of an aggregate function: its value in the row after grouping.
    fn aggregate(&mut self, call: &ast::Call, at: Position) -> Result<Expr> {
        Err(Error::translation(at, format!("Aggregation function {} is not allowed here", call.name.name)))
    }

    /// A call with OVER: its value in the row after the functions with windows.
    fn window(&mut self, _: &ast::Call, _: &ast::Over, at: Position) -> Result<Expr> {
        Err(Error::unsupported(at, "A window in this place"))
    }

    /// `(SELECT ..)` as a value: the optional type of its only column.
    fn scalar(&mut self, _: &ast::SelectQuery, at: Position) -> Result<Expr> {
        Err(Error::unsupported(at, "A subquery in this place"))
    }

    /// `(SELECT ..)` after IN: a list of its only column's values, or of tuples.
    fn list(&mut self, query: &ast::SelectQuery, at: Position) -> Result<Expr> {
        self.scalar(query, at)
    }

    /// The rows of a named query `$name`, after IN; `None` if the name is not a query.
    fn named_list(&mut self, _: &ast::Ident) -> Result<Option<Expr>> {
        Ok(None)
    }

    fn exists(&mut self, query: &ast::SelectQuery, at: Position) -> Result<Expr> {
        self.scalar(query, at)
    }
}

/// The value of an expression that needs no row, parameter or subquery; `None` if its evaluation fails.
pub(crate) fn constant(expr: &Expr) -> Option<Value> {
    let env = Env::default();
    eval(expr, &Inputs::new(&[], &env)).ok()
}

/// What all evaluations of one execution share: parameters, finished subqueries, the time and the random seed.
#[derive(Debug, Default)]
pub struct Env {
    /// The parameters, by position.
    pub params: Vec<Value>,
    /// The subqueries' results, by position. A named value that has none is an error where it is used.
    pub subqueries: Vec<Result<Value>>,
    /// When the query began, in microseconds since 1970.
    pub now_us: u64,
    pub memory: Memory,
    /// The bytes of the values that the evaluation under way has made.
    made: AtomicUsize,
    /// What the subqueries' results take of it.
    held: Vec<MemoryGuard>,
    pub seed: u64,
    /// Sets of IN, built on first use: first those of the parameters, then those of the subqueries.
    sets: Vec<OnceLock<Arc<LookupSet>>>,
}

impl Env {
    /// An environment whose subqueries have no result yet.
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

    /// Counts bytes that an evaluation makes. Each holds what it has made until its end, as far as this is known.
    fn make(&self, bytes: usize) -> Result<()> {
        let made = self.made().saturating_add(bytes);
        self.made.store(made, Ordering::Relaxed);
        if made > LIMIT { Err(exceeded()) } else { Ok(()) }
    }

    /// What the evaluation under way, or the last one, has made.
    pub fn made(&self) -> usize {
        self.made.load(Ordering::Relaxed)
    }

    /// Forgets what was made and is not needed any more.
    fn keep(&self, bytes: usize) {
        self.made.store(bytes, Ordering::Relaxed);
    }
}

/// The inputs of one evaluation: a row, and what the query shares.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<'a> {
    pub row: &'a [Value],
    /// What the query shares.
    pub env: &'a Env,
    /// The arguments of the enclosing lambdas.
    locals: &'a [Value],
}

impl<'a> Inputs<'a> {
    /// The inputs outside of lambdas, for a new evaluation.
    pub fn new(row: &'a [Value], env: &'a Env) -> Self {
        env.keep(0);
        Self { row, env, locals: &[] }
    }
}

/// The names of YQL's functions, as its translator and its list of modules have them. A line is a group and names:
/// functions, aggregates, window functions, the functions of a module, and modules that the engine does not support.
const NAMES: &str = include_str!("names.txt");

/// A function's name as YQL compares it: without case and underscores.
fn normalized(name: &str) -> String {
    name.chars().filter(|c| *c != '_').map(|c| c.to_ascii_lowercase()).collect()
}

/// The names of a group.
fn names_of(group: &str) -> impl Iterator<Item = &'static str> + use<'_> {
    let lines = NAMES.lines().filter_map(move |line| line.strip_prefix(group)?.strip_prefix(": "));
    lines.flat_map(|names| names.split(' '))
}

/// Returns `true` if YQL has a function of this normalized name in a group.
fn is_name_of(group: &str, name: &str) -> bool {
    names_of(group).any(|known| known.eq_ignore_ascii_case(name))
}

/// A type error at a position.
pub(crate) fn error<T>(at: Position, message: impl Into<String>) -> Result<T> {
    Err(Error::type_annotation(at, message))
}

struct Compiler<'n> {
    pub(super) names: &'n mut dyn Names,
    /// The parameters of the enclosing lambdas that are in scope, outermost first.
    pub(super) locals: Vec<Local>,
    /// How many items the enclosing lambdas have at run time, in scope or not.
    pub(super) depth: usize,
}

/// What a lambda's parameter is.
enum Local {
    /// An item that is known only at run time, as the [`ExprKind::Local`] of this depth.
    Item(Arc<str>, Type, usize),
    /// The argument of a lambda that was called: an expression that is as short as a name.
    Argument(Arc<str>, Expr),
}

fn boolean(optional: bool) -> Type {
    let ty = Type::Primitive(Primitive::Bool);
    if optional { ty.optional() } else { ty }
}

/// The common type of two; an error if there is none.
fn common(a: &Type, b: &Type, at: Position) -> Result<Type> {
    common_type(a, b).map_or_else(|| error(at, format!("Cannot infer common type for {a} and {b}")), Ok)
}

fn not(expr: Expr) -> Expr {
    Expr::new(expr.ty.clone(), expr.at, ExprKind::Not(Box::new(expr)))
}
