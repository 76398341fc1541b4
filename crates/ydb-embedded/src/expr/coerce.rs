//! Implicit conversions of typed expressions, conversions that the planner adds, and access to parts of typed values.

use super::{Expr, ExprKind, error};
use crate::error::{Error, Position, Result};
use crate::types::{self, Primitive, Type, Value};
use crate::yql::ast;

/// Types of a value that does not fit: the value's type, and the type that was wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    pub from: Type,
    pub to: Type,
}

/// Converts an expression implicitly to a type. Fails if YQL has no such conversion.
pub fn coerce(expr: Expr, target: &Type) -> std::result::Result<Expr, Mismatch> {
    if expr.ty == *target {
        return Ok(expr);
    }
    if expr.ty == Type::Null {
        return match target {
            Type::Optional(_) => Ok(Expr::constant(target.clone(), expr.at, Value::Null)),
            _ => Err(mismatch(&expr.ty, target)),
        };
    }
    match (&expr.kind, &expr.ty, target) {
        (_, Type::EmptyList, Type::List(_)) | (_, Type::EmptyDict, Type::Dict(..)) => {
            Ok(Expr::new(target.clone(), expr.at, expr.kind))
        }
        (ExprKind::Items(_), Type::Tuple(_) | Type::Struct(_) | Type::List(_), _) => items(expr, target),
        (ExprKind::Const(value), _, _) => types::convert_literal(value, &expr.ty, target)
            .map(|value| Expr::constant(target.clone(), expr.at, value))
            .ok_or_else(|| mismatch(&expr.ty, target)),
        (_, from, Type::Optional(inner)) if !from.is_optional() => {
            let present = coerce(expr, inner)?;
            Ok(Expr::new(target.clone(), present.at, ExprKind::Just(Box::new(present))))
        }
        _ if types::convert_type(&expr.ty, target) => {
            Ok(Expr::new(target.clone(), expr.at, ExprKind::Convert(Box::new(expr))))
        }
        _ => Err(mismatch(&expr.ty, target)),
    }
}

/// Returns `true` if the implicit conversion of an integer may change its value. YDB warns of such a conversion.
pub fn may_change(expr: &Expr, target: &Type) -> bool {
    let literal = match &expr.kind {
        ExprKind::Const(value) => Some(value),
        _ => None,
    };
    types::may_change(&expr.ty, target, literal)
}

/// Converts an expression to the common type of several expressions: implicitly, or by a cast if there is no implicit
/// conversion.
pub(super) fn promote(expr: Expr, common: &Type) -> Expr {
    match coerce(expr.clone(), common) {
        Ok(expr) => expr,
        Err(_) => Expr::new(common.clone(), expr.at, ExprKind::Cast(Box::new(expr))),
    }
}

fn mismatch(from: &Type, to: &Type) -> Mismatch {
    Mismatch { from: from.clone(), to: to.clone() }
}

/// Converts the items of an expression one by one, because literals among them have a rule of their own.
fn items(expr: Expr, target: &Type) -> std::result::Result<Expr, Mismatch> {
    let whole = mismatch(&expr.ty, target);
    let inner = target.unwrap_optional();
    let wanted: Option<Vec<&Type>> = match (&expr.ty, inner) {
        (Type::Tuple(from), Type::Tuple(to)) if from.len() == to.len() => Some(to.iter().collect()),
        (Type::Struct(from), Type::Struct(to))
            if from.iter().map(|(name, _)| name).eq(to.iter().map(|(name, _)| name)) =>
        {
            Some(to.iter().map(|(_, ty)| ty).collect())
        }
        (Type::List(_), Type::List(to)) => match &expr.kind {
            ExprKind::Items(items) => Some(vec![&**to; items.len()]),
            _ => None,
        },
        _ => None,
    };
    let (Some(wanted), ExprKind::Items(items)) = (wanted, expr.kind) else { return Err(whole) };
    let items = items.into_vec().into_iter().zip(wanted).map(|(item, ty)| coerce(item, ty));
    let items = items.collect::<std::result::Result<Vec<_>, _>>().map_err(|_| whole)?;
    Ok(Expr::new(target.clone(), expr.at, ExprKind::Items(items.into())))
}

/// Converts an expression implicitly to a type. Fails with a type error if YQL has no such conversion.
pub fn convert(expr: Expr, target: &Type) -> Result<Expr> {
    let at = expr.at;
    coerce(expr, target)
        .or_else(|mismatch| error(at, format!("Failed to convert type: {} to {}", mismatch.from, mismatch.to)))
}

/// Returns the item of a tuple at a position that must exist.
pub fn item(tuple: Expr, position: usize) -> Expr {
    let ty = match &tuple.ty {
        Type::Tuple(items) => items.get(position).cloned().unwrap_or(Type::Null),
        _ => Type::Null,
    };
    Expr::new(ty, tuple.at, ExprKind::Member(Box::new(tuple), position))
}

/// Returns the member of a struct, or the item of a tuple, by its name. The member is NULL if the whole is NULL.
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
        // YDB turns a dot after Yson or Json into a call of `Yson::Lookup` (its documentation, udf/list/yson).
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
