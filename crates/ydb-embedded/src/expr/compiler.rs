//! What the parts of the expression compiler share: its state, and the pieces that they all build with.

use std::sync::Arc;

use super::{Expr, ExprKind, Names};
use crate::error::{Error, Position, Result};
use crate::types::{Primitive, Type, common_type};

/// A type error at a position.
pub(crate) fn error<T>(at: Position, message: impl Into<String>) -> Result<T> {
    Err(Error::type_annotation(at, message))
}

/// The state of one compilation.
pub(crate) struct Compiler<'n> {
    pub(super) names: &'n mut dyn Names,
    /// The parameters of the enclosing lambdas that are in scope, outermost first.
    pub(super) locals: Vec<Local>,
    /// How many items the enclosing lambdas have at run time, in scope or not.
    pub(super) depth: usize,
}

/// What a lambda's parameter is.
pub(super) enum Local {
    /// An item that is known only at run time, as the [`ExprKind::Local`] of this depth.
    Item(Arc<str>, Type, usize),
    /// The argument of a lambda that was called: an expression that is as short as a name.
    Argument(Arc<str>, Expr),
}

/// `Bool`, or `Bool?`.
pub(super) fn boolean(optional: bool) -> Type {
    let ty = Type::Primitive(Primitive::Bool);
    if optional { ty.optional() } else { ty }
}

/// The common type of two; an error if there is none.
pub(super) fn common(a: &Type, b: &Type, at: Position) -> Result<Type> {
    common_type(a, b).map_or_else(|| error(at, format!("Cannot infer common type for {a} and {b}")), Ok)
}

/// The negation of a boolean expression.
pub(super) fn not(expr: Expr) -> Expr {
    Expr::new(expr.ty.clone(), expr.at, ExprKind::Not(Box::new(expr)))
}
