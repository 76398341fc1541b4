//! The constants of DDL: literals, their signs and the constructors of types.

use crate::error::{Error, Result};
use crate::expr::{self, Env, Inputs, Names, eval, types as names};
use crate::types::{self, Primitive, Type, Value};
use crate::yql::ast::{Arg, Call, Expr, ExprKind, Ident, Literal, TypeExpr, TypeExprKind, UnaryOp};

/// The type and value of a constant: that of any expression, if it is a literal, perhaps with a sign, a CAST or the
/// constructor of a type.
pub(super) fn constant(expr: &Expr) -> Result<(Type, Value)> {
    if let Some(other) = not_literal(expr) {
        return Err(match &other.kind {
            ExprKind::Call(call) => Error::unsupported(other.at, format!("A call of {} in DDL", call.name.name)),
            _ => Error::unsupported(other.at, "An expression that is not a literal in DDL"),
        });
    }
    let compiled = expr::compile(expr, &mut Nameless)?;
    let value = eval(&compiled, &Inputs::new(&[], &Env::default()))?;
    Ok(match compiled.ty {
        // A CAST that fails is NULL.
        Type::Optional(ty) if value.is_null() => (Type::clone(&ty), Value::Null),
        Type::Optional(ty) => (Type::clone(&ty), types::unwrap_present(&value).clone()),
        ty => (ty, value),
    })
}

/// The part of an expression that is neither a literal nor made of them.
fn not_literal(expr: &Expr) -> Option<&Expr> {
    match &expr.kind {
        ExprKind::Literal(_) => None,
        ExprKind::Unary { op: UnaryOp::Plus | UnaryOp::Minus, expr } | ExprKind::Cast { expr, .. } => not_literal(expr),
        ExprKind::Call(call) if makes_literal(call) => {
            call.args.iter().find_map(|arg| if let Arg::Value(value) = arg { not_literal(value) } else { Some(expr) })
        }
        _ => Some(expr),
    }
}

/// `Date('2020-01-01')`, `Decimal('1.5', 10, 2)`, `Just(x)`.
fn makes_literal(Call { module, name, .. }: &Call) -> bool {
    let others = ["just", "decimal"].iter().any(|other| name.name.eq_ignore_ascii_case(other));
    module.is_none() && (others || types::parse_name(&name.name).is_some())
}

/// No names are known in DDL.
struct Nameless;

impl Names for Nameless {}

/// The microseconds of an `Interval("..")` literal, as TTL and changefeeds take it.
pub(super) fn interval(expr: &Expr, setting: &str) -> Result<i64> {
    let wrong = || Error::translation(expr.at, format!("Literal of Interval type is expected for {setting}"));
    let ExprKind::Call(call) = &expr.kind else { return Err(wrong()) };
    if !call.name.name.eq_ignore_ascii_case("interval") {
        return Err(wrong());
    }
    match constant(expr)? {
        (Type::Primitive(Primitive::Interval), Value::Int(micros)) if micros >= 0 => Ok(micros),
        (Type::Primitive(Primitive::Interval), Value::Int(_)) => {
            Err(Error::translation(expr.at, "Interval value cannot be negative"))
        }
        _ => Err(wrong()),
    }
}

/// The text of a setting's value: a string literal, or a bare word.
pub(super) fn text(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Literal(Literal::String { bytes, .. }) => String::from_utf8(bytes.to_vec()).ok(),
        _ => None,
    }
}

/// A column's type as written, without its outermost `Optional`, and whether it is a serial type.
pub(super) fn column_type(written: &TypeExpr) -> Result<(Type, bool)> {
    if let TypeExprKind::Name(Ident { name, .. }) = &written.kind
        && let Some(primitive) = names::serial(name)
    {
        return Ok((primitive.into(), true));
    }
    match names::resolve(written)? {
        Type::Optional(inner) => Ok((Type::clone(&inner), false)),
        other => Ok((other, false)),
    }
}
