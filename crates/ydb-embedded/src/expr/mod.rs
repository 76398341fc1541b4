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
mod compiler;
pub(crate) mod digest;
mod env;
mod eval;
mod json;
pub(crate) mod jsonpath;
mod lambda;
pub(crate) mod like;
mod literal;
mod locals;
mod lookup;
pub mod memory;
mod name;
mod node;
mod operator;
pub(crate) mod regexp;
mod shape;
mod signatures;
#[cfg(test)]
mod tests;
pub mod types;
mod verdict;
mod walk;
pub mod window;

pub use coerce::{Mismatch, coerce, may_change};
pub use compile::compile;
pub(crate) use compiler::error;
pub use digest::md5;
pub use env::{Env, Inputs};
pub use eval::{eval, is_true};
pub use lambda::ListFunction;
pub use lookup::LookupSet;
pub use node::{
    Builtin, Calculation, Expr, ExprKind, In, InSet, Invocation, JsonCall, JsonCase, JsonVariable, Like, Regexp,
};
pub use shape::{convert, item, member};
pub use walk::conjuncts;

use std::sync::Arc;

use crate::error::{Error, Position, Result};
use crate::types::Value;
use crate::yql::ast;
pub use crate::yql::ast::CompareOp;

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

    /// `EXISTS (SELECT ..)`.
    fn exists(&mut self, query: &ast::SelectQuery, at: Position) -> Result<Expr> {
        self.scalar(query, at)
    }
}

/// The value of an expression that needs no row, parameter or subquery; `None` if its evaluation fails.
pub(crate) fn constant(expr: &Expr) -> Option<Value> {
    let env = Env::default();
    eval(expr, &Inputs::new(&[], &env)).ok()
}
