//! Literals and their types.

use super::{Expr, ExprKind};
use crate::error::{Error, Position, Result};
use crate::types::{Primitive, Type, Value};
use crate::yql::ast::{IntegerSuffix, Literal, StringSuffix};

/// The constant of a literal.
pub(super) fn compile(literal: &Literal, at: Position) -> Result<Expr> {
    let (ty, value) = match literal {
        Literal::Null => return Ok(Expr::new(Type::Null, at, ExprKind::Const(Value::Null))),
        Literal::Bool(value) => (Primitive::Bool, Value::Bool(*value)),
        Literal::Integer { value, suffix } => return integer(i128::from(*value), integer_type(*value, *suffix), at),
        #[expect(clippy::cast_possible_truncation, reason = "a Float literal is rounded to its precision")]
        Literal::Real { value, float: true } => (Primitive::Float, Value::Float(*value as f32)),
        Literal::Real { value, float: false } => (Primitive::Double, Value::Double(*value)),
        Literal::String { bytes, suffix } => return string(bytes, *suffix, at),
    };
    Ok(Expr::constant(ty.into(), at, value))
}

/// The constant of a literal after a unary minus, if the sign is part of the literal.
pub(super) fn negated(literal: &Literal, at: Position) -> Option<Result<Expr>> {
    match literal {
        Literal::Integer { value, suffix: None } if *value > 1 << 63 => {
            let message = format!("Failed to parse negative integer: -{value}, number limit overflow");
            Some(Err(Error::translation(at, message)))
        }
        Literal::Integer { value, suffix } => {
            let ty = match integer_type(*value, *suffix) {
                // The smallest Int64 has no positive counterpart.
                Primitive::Uint64 if suffix.is_none() && *value == 1 << 63 => Primitive::Int64,
                ty => ty,
            };
            // Unsigned literals are negated at run time.
            ty.is_signed_integer().then(|| integer(-i128::from(*value), ty, at))
        }
        Literal::Real { value, float } => Some(compile(&Literal::Real { value: -value, float: *float }, at)),
        _ => None,
    }
}

fn integer_type(value: u64, suffix: Option<IntegerSuffix>) -> Primitive {
    match suffix {
        Some(IntegerSuffix::Int8) => Primitive::Int8,
        Some(IntegerSuffix::Int16) => Primitive::Int16,
        Some(IntegerSuffix::Int64) => Primitive::Int64,
        Some(IntegerSuffix::Uint8) => Primitive::Uint8,
        Some(IntegerSuffix::Uint16) => Primitive::Uint16,
        Some(IntegerSuffix::Uint32) => Primitive::Uint32,
        Some(IntegerSuffix::Uint64) => Primitive::Uint64,
        None if i32::try_from(value).is_ok() => Primitive::Int32,
        None if i64::try_from(value).is_ok() => Primitive::Int64,
        None => Primitive::Uint64,
    }
}

fn integer(value: i128, ty: Primitive, at: Position) -> Result<Expr> {
    // Only integer types get here, and they have a range.
    let (low, high) = ty.range().unwrap_or((0, 0));
    if value < low || value > high {
        let message = format!("Failed to parse {value} as integer literal of {ty} type: value out of range for {ty}");
        return Err(Error::translation(at, message));
    }
    let value = match i64::try_from(value) {
        Ok(small) if ty.is_signed_integer() => Value::Int(small),
        // In the range of its unsigned type, as checked above.
        _ => Value::Uint(u64::try_from(value).unwrap_or_default()),
    };
    Ok(Expr::constant(ty.into(), at, value))
}

fn string(bytes: &[u8], suffix: Option<StringSuffix>, at: Position) -> Result<Expr> {
    let ty = match suffix {
        None | Some(StringSuffix::String) => Primitive::String,
        Some(StringSuffix::Utf8) => Primitive::Utf8,
        Some(StringSuffix::Yson) => Primitive::Yson,
        Some(StringSuffix::Json) => Primitive::Json,
    };
    if matches!(ty, Primitive::String | Primitive::Yson) {
        return Ok(Expr::constant(ty.into(), at, Value::bytes(bytes)));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => match crate::types::parse_text(text, &ty.into()) {
            Some(value) => Ok(Expr::constant(ty.into(), at, value)),
            None => bad_literal(ty.into(), text, at),
        },
        Err(_) => bad_literal(ty.into(), &String::from_utf8_lossy(bytes), at),
    }
}

/// The constant of `Type('text')`.
pub(super) fn constructed(ty: Type, text: &[u8], at: Position) -> Result<Expr> {
    if let Type::Primitive(Primitive::String | Primitive::Yson) = ty {
        return Ok(Expr::constant(ty, at, Value::bytes(text)));
    }
    let value = std::str::from_utf8(text).ok().and_then(|text| crate::types::parse_text(text, &ty));
    match value {
        Some(value) => Ok(Expr::constant(ty, at, value)),
        None => bad_literal(ty, &String::from_utf8_lossy(text), at),
    }
}

fn bad_literal(ty: Type, text: &str, at: Position) -> Result<Expr> {
    let name = match &ty {
        Type::Decimal { .. } => "Decimal".to_owned(),
        other => other.to_string(),
    };
    Err(Error::translation(at, format!("Invalid value {text:?} for type {name}")))
}
