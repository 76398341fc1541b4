//! Implicit conversions of typed expressions.

use super::{Expr, ExprKind};
use crate::types::{self, StructMember, Type, Value};

/// Why a value does not fit a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The value's type.
    pub from: Type,
    /// The type that was expected.
    pub to: Type,
}

/// The expression with an implicit conversion to a type, where YQL has one.
pub fn coerce(expr: Expr, target: &Type) -> Result<Expr, Mismatch> {
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

/// Whether the implicit conversion of an integer may give another number, for which YDB warns.
pub fn may_change(expr: &Expr, target: &Type) -> bool {
    let literal = match &expr.kind {
        ExprKind::Const(value) => Some(value),
        _ => None,
    };
    types::may_change(&expr.ty, target, literal)
}

/// The expression as a value of the common type of several: by conversion, or by cast if there is no conversion.
pub(super) fn promote(expr: Expr, common: &Type) -> Expr {
    match coerce(expr.clone(), common) {
        Ok(expr) => expr,
        Err(_) => Expr::new(common.clone(), expr.at, ExprKind::Cast(Box::new(expr))),
    }
}

fn mismatch(from: &Type, to: &Type) -> Mismatch {
    Mismatch { from: from.clone(), to: to.clone() }
}

/// Converts items one by one, so that literals among them follow their own rule.
fn items(expr: Expr, target: &Type) -> Result<Expr, Mismatch> {
    let whole = mismatch(&expr.ty, target);
    let inner = target.unwrap_optional();
    let wanted: Option<Vec<&Type>> = match (&expr.ty, inner) {
        (Type::Tuple(from), Type::Tuple(to)) if from.len() == to.len() => Some(to.iter().collect()),
        (Type::Struct(from), Type::Struct(to)) if same_names(from, to) => Some(to.iter().map(|(_, ty)| ty).collect()),
        (Type::List(_), Type::List(to)) => match &expr.kind {
            ExprKind::Items(items) => Some(vec![&**to; items.len()]),
            _ => None,
        },
        _ => None,
    };
    let (Some(wanted), ExprKind::Items(items)) = (wanted, expr.kind) else { return Err(whole) };
    let items = items.into_vec().into_iter().zip(wanted).map(|(item, ty)| coerce(item, ty));
    let items = items.collect::<Result<Vec<_>, _>>().map_err(|_| whole)?;
    Ok(Expr::new(target.clone(), expr.at, ExprKind::Items(items.into())))
}

fn same_names(from: &[StructMember], to: &[StructMember]) -> bool {
    from.iter().map(|member| &member.0).eq(to.iter().map(|member| &member.0))
}
