//! The constants of DDL: literals, their signs and the constructors of types.

use crate::error::{Error, Position, Result};
use crate::expr::types as names;
use crate::types::{self, Primitive, Type, Value};
use crate::yql::ast::{
    Arg, Call, Expr, ExprKind, Ident, IntegerSuffix, Literal, StringSuffix, TypeExpr, TypeExprKind, UnaryOp,
};

/// The type and value of a constant.
pub(super) fn constant(expr: &Expr) -> Result<(Type, Value)> {
    match &expr.kind {
        ExprKind::Literal(literal) => self::literal(literal, expr.at),
        ExprKind::Unary { op: UnaryOp::Plus, expr } => constant(expr),
        ExprKind::Unary { op: UnaryOp::Minus, expr: inner } => negated(constant(inner)?, expr.at),
        ExprKind::Cast { expr: inner, ty } => cast(inner, names::resolve(ty)?),
        ExprKind::Call(call) => self::call(call, expr.at),
        _ => Err(Error::unsupported(expr.at, "An expression that is not a literal in DDL")),
    }
}

/// A literal.
pub(super) fn literal(literal: &Literal, at: Position) -> Result<(Type, Value)> {
    let (primitive, value) = match literal {
        Literal::Null => return Ok((Type::Null, Value::Null)),
        Literal::Bool(value) => (Primitive::Bool, Value::Bool(*value)),
        Literal::Integer { value, suffix } => return integer(*value, *suffix, at),
        #[allow(clippy::cast_possible_truncation, reason = "that is what the suffix asks for")]
        Literal::Real { value, float: true } => (Primitive::Float, Value::Float(*value as f32)),
        Literal::Real { value, float: false } => (Primitive::Double, Value::Double(*value)),
        Literal::String { bytes, suffix } => match suffix {
            None | Some(StringSuffix::String) => (Primitive::String, Value::Bytes(bytes.clone())),
            Some(StringSuffix::Yson) => (Primitive::Yson, Value::Bytes(bytes.clone())),
            Some(suffix) => {
                let ty = if *suffix == StringSuffix::Json { Primitive::Json } else { Primitive::Utf8 };
                let text = std::str::from_utf8(bytes).map_err(|_| bad_literal("string", ty, at))?;
                (ty, Value::text(text))
            }
        },
    };
    Ok((primitive.into(), value))
}

fn integer(value: u64, suffix: Option<IntegerSuffix>, at: Position) -> Result<(Type, Value)> {
    let signed = |ty: Primitive, most: u64| match i64::try_from(value) {
        Ok(number) if value <= most => Ok((ty.into(), Value::Int(number))),
        _ => Err(out_of_range(value, ty, at)),
    };
    let unsigned = |ty: Primitive, most: u64| match value {
        0.. if value <= most => Ok((ty.into(), Value::Uint(value))),
        _ => Err(out_of_range(value, ty, at)),
    };
    match suffix {
        None if i32::try_from(value).is_ok() => signed(Primitive::Int32, u64::MAX),
        None if i64::try_from(value).is_ok() => signed(Primitive::Int64, u64::MAX),
        None | Some(IntegerSuffix::Uint64) => unsigned(Primitive::Uint64, u64::MAX),
        Some(IntegerSuffix::Int8) => signed(Primitive::Int8, 0x7F),
        Some(IntegerSuffix::Int16) => signed(Primitive::Int16, 0x7FFF),
        Some(IntegerSuffix::Int64) => signed(Primitive::Int64, u64::MAX),
        Some(IntegerSuffix::Uint8) => unsigned(Primitive::Uint8, u8::MAX.into()),
        Some(IntegerSuffix::Uint16) => unsigned(Primitive::Uint16, u16::MAX.into()),
        Some(IntegerSuffix::Uint32) => unsigned(Primitive::Uint32, u32::MAX.into()),
    }
}

fn negated((ty, value): (Type, Value), at: Position) -> Result<(Type, Value)> {
    let value = match value {
        Value::Int(number) => Value::Int(-number),
        Value::Float(number) => Value::Float(-number),
        Value::Double(number) => Value::Double(-number),
        Value::Decimal(number) => Value::Decimal(-number),
        Value::Null => Value::Null,
        _ => return Err(Error::unsupported(at, format!("Minus before a literal of type {ty}"))),
    };
    Ok((ty, value))
}

/// `Date('2020-01-01')`, `Decimal('1.5', 10, 2)`, `Just(x)`.
fn call(call: &Call, at: Position) -> Result<(Type, Value)> {
    let refused = || Error::unsupported(at, format!("A call of {} in DDL", call.name.name));
    let values: Option<Vec<&Expr>> =
        call.args.iter().map(|arg| if let Arg::Value(expr) = arg { Some(expr) } else { None }).collect();
    let (None, Some(values)) = (&call.module, values) else { return Err(refused()) };
    match &*values {
        [value] if call.name.name.eq_ignore_ascii_case("just") => constant(value),
        [text, precision, scale] if call.name.name.eq_ignore_ascii_case("decimal") => {
            parse(text, names::decimal(precision, scale)?)
        }
        [text] => match types::parse_name(&call.name.name) {
            Some(primitive) => parse(text, primitive.into()),
            None => Err(refused()),
        },
        _ => Err(refused()),
    }
}

/// `CAST(literal AS type)` of a text, or of a number to a type that can hold it.
fn cast(inner: &Expr, ty: Type) -> Result<(Type, Value)> {
    let (from, value) = constant(inner)?;
    let cast = match &value {
        Value::Bytes(bytes) => std::str::from_utf8(bytes).ok().and_then(|text| types::parse_text(text, &ty)),
        Value::Text(text) => types::parse_text(text, &ty),
        value => {
            crate::catalog::fit(&from, value, &ty).or_else(|| types::parse_text(&types::to_text(value, &from), &ty))
        }
    };
    // A CAST that fails is NULL.
    Ok((ty, cast.unwrap_or(Value::Null)))
}

fn parse(text: &Expr, ty: Type) -> Result<(Type, Value)> {
    let ExprKind::Literal(Literal::String { bytes, .. }) = &text.kind else {
        let message = format!("Expected literal string as argument in {ty} function");
        return Err(Error::translation(text.at, message));
    };
    let value = std::str::from_utf8(bytes).ok().and_then(|text| types::parse_text(text, &ty));
    match value {
        Some(value) => Ok((ty, value)),
        None => {
            let ty = if matches!(ty, Type::Decimal { .. }) { "Decimal".to_owned() } else { ty.to_string() };
            Err(bad_literal(String::from_utf8_lossy(bytes), ty, text.at))
        }
    }
}

fn out_of_range(value: u64, ty: Primitive, at: Position) -> Error {
    let ty = Type::from(ty);
    Error::translation(
        at,
        format!("Failed to parse {value} as integer literal of {ty} type: value out of range for {ty}"),
    )
}

fn bad_literal(text: impl std::fmt::Display, ty: impl std::fmt::Display, at: Position) -> Error {
    Error::translation(at, format!("Invalid value \"{text}\" for type {ty}"))
}

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
