//! Running plans: expressions over rows, aggregates, functions.

pub mod aggregate;
pub(crate) mod builtins;
pub(crate) mod digest;
mod env;
mod eval;
pub(crate) mod like;
mod lookup;
pub mod rel;
mod verdict;

pub use env::{Ctx, Env};
pub use eval::{eval, is_true};

use crate::plan::expr::Expr;
use crate::types::Value;

/// The value of an expression that needs no row, parameter or subquery; `None` where its evaluation fails.
pub(crate) fn constant(expr: &Expr) -> Option<Value> {
    let env = Env::default();
    eval(expr, &Ctx::new(&[], &env)).ok()
}
