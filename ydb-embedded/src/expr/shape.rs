//! Parts of typed values, and conversions that the planner adds.

use super::{Expr, ExprKind, coerce, error};
use crate::error::{Error, Position, Result};
use crate::types::{Primitive, Type};
use crate::yql::ast;

/// The expression implicitly converted to a type.
pub fn convert(expr: Expr, target: &Type) -> Result<Expr> {
    let at = expr.at;
    coerce(expr, target)
        .or_else(|mismatch| error(at, format!("Failed to convert type: {} to {}", mismatch.from, mismatch.to)))
}

/// The item of a tuple; the position must exist.
pub fn item(tuple: Expr, position: usize) -> Expr {
    let ty = match &tuple.ty {
        Type::Tuple(items) => items.get(position).cloned().unwrap_or(Type::Null),
        _ => Type::Null,
    };
    Expr::new(ty, tuple.at, ExprKind::Member(Box::new(tuple), position))
}

/// The member of a struct or the item of a tuple, by its name; NULL if the whole is NULL.
pub fn member(whole: Expr, name: &ast::Ident, at: Position) -> Result<Expr> {
    let optional = whole.ty.is_optional();
    let found = match whole.ty.unwrap_optional() {
        Type::Struct(members) => members
            .iter()
            .position(|(member, _)| *member == name.name)
            .map(|index| (index, members[index].1.clone()))
            .ok_or_else(|| format!("Member not found: {}", name.name)),
        Type::Tuple(items) => match name.name.parse::<usize>() {
            Ok(index) if index < items.len() => Ok((index, items[index].clone())),
            _ => Err(format!("Index out of range. Index: {}, size: {}", name.name, items.len())),
        },
        Type::Null => return Ok(whole),
        // What `Yson::Lookup` finds, which YDB adds for a dot of Yson and Json alike (its documentation, udf/list/yson).
        Type::Primitive(Primitive::Yson) => return Err(Error::unsupported(at, "A member of Yson")),
        Type::Primitive(Primitive::Json) => return Err(Error::unsupported(at, "A member of Json")),
        other => Err(format!("Expected struct type, but got: {other}")),
    };
    match found {
        Ok((index, ty)) => {
            let ty = if optional { ty.optional() } else { ty };
            Ok(Expr::new(ty, at, ExprKind::Member(Box::new(whole), index)))
        }
        Err(message) => error(at, message),
    }
}
