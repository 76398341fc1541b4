//! Types as written.

use super::expr::Expr;
use super::name::Ident;
use crate::error::Position;

/// A type as written.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeExpr {
    /// Where it begins.
    pub at: Position,
    /// What it is.
    pub kind: TypeExprKind,
}

/// The kinds of written types.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeExprKind {
    /// A name: `Int32`, `Text`, `Serial`.
    Name(Ident),
    /// `Decimal(p, s)`.
    Decimal { precision: Box<Expr>, scale: Box<Expr> },
    /// `T?` or `Optional<T>`.
    Optional(Box<TypeExpr>),
    /// `List<T>`.
    List(Box<TypeExpr>),
    /// `Tuple<A, B>`.
    Tuple(Vec<TypeExpr>),
    /// `Struct<a: A, b: B>`.
    Struct(Vec<(Ident, TypeExpr)>),
    /// `Dict<K, V>`.
    Dict(Box<TypeExpr>, Box<TypeExpr>),
}
