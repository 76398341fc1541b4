//! Comparisons: types that can be compared, and the results of comparing them.

use super::{CompareOp, Expr, ExprKind, boolean, error};
use crate::error::{Position, Result};
use crate::types::{Type, Value, comparable, equatable};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    /// Comparison with the literal NULL.
    Null,
    /// Types that cannot be compared.
    Impossible,
    /// Comparison that is always true or false.
    Certain,
    /// Comparison that may be NULL.
    Optional,
}

/// Returns the kind of comparison between values of two types. With `equality`, only equality is needed, and otherwise
/// also order.
pub(crate) fn comparison(left: &Type, right: &Type, equality: bool) -> Comparison {
    match (left, right) {
        (Type::Null, _) | (_, Type::Null) => Comparison::Null,
        (Type::Optional(a), Type::Optional(b)) => optional(comparison(a, b, equality)),
        (Type::Optional(a), b) => optional(comparison(a, b, equality)),
        (a, Type::Optional(b)) => optional(comparison(a, b, equality)),
        (Type::List(a), Type::List(b)) => comparison(a, b, equality),
        (Type::Tuple(a), Type::Tuple(b)) => {
            let start = if a.len() == b.len() { Comparison::Certain } else { Comparison::Optional };
            a.iter().zip(b.iter()).fold(start, |found, (a, b)| join(found, comparison(a, b, equality), equality))
        }
        (Type::Struct(a), Type::Struct(b)) if equality && a.iter().map(|m| &m.0).eq(b.iter().map(|m| &m.0)) => a
            .iter()
            .zip(b.iter())
            .fold(Comparison::Certain, |found, (a, b)| join(found, comparison(&a.1, &b.1, equality), equality)),
        (Type::Struct(_), _) | (_, Type::Struct(_)) => Comparison::Impossible,
        (a, b) => {
            let certain = if equality { equatable(a, b) } else { comparable(a, b) };
            if certain { Comparison::Certain } else { Comparison::Impossible }
        }
    }
}

const fn optional(found: Comparison) -> Comparison {
    match found {
        Comparison::Certain => Comparison::Optional,
        other => other,
    }
}

/// Combines the comparison of the items so far with the comparison of one more item.
fn join(whole: Comparison, item: Comparison, equality: bool) -> Comparison {
    match (whole, item) {
        (Comparison::Impossible, _) | (_, Comparison::Impossible) => Comparison::Impossible,
        (Comparison::Null, Comparison::Null) if !equality => Comparison::Null,
        (Comparison::Null, _) | (_, Comparison::Null | Comparison::Optional) => Comparison::Optional,
        (whole, _) => whole,
    }
}

pub(super) fn compare(op: CompareOp, left: Expr, right: Expr, at: Position) -> Result<Expr> {
    let equality = matches!(op, CompareOp::Eq | CompareOp::NotEq);
    let ty = match comparison(&left.ty, &right.ty, equality) {
        Comparison::Null => return Ok(Expr::constant(boolean(true), at, Value::Null)),
        Comparison::Impossible => return incompatible(op, &left, &right, at),
        Comparison::Certain => boolean(false),
        Comparison::Optional => boolean(true),
    };
    Ok(Expr::new(ty, at, ExprKind::Compare(op, Box::new([left, right]))))
}

fn incompatible(op: CompareOp, left: &Expr, right: &Expr, at: Position) -> Result<Expr> {
    error(at, format!("Uncompatible types in compare: {} '{}' {}", left.ty, op.name(), right.ty))
}

/// Compiles `IS DISTINCT FROM`.
pub(super) fn distinct(left: Expr, right: Expr, at: Position) -> Result<Expr> {
    if comparison(&left.ty, &right.ty, true) == Comparison::Impossible {
        return incompatible(CompareOp::NotEq, &left, &right, at);
    }
    Ok(Expr::new(boolean(false), at, ExprKind::Distinct(Box::new([left, right]))))
}
