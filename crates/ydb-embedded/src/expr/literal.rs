//! Literals and their types.

use super::{Expr, ExprKind};
use crate::error::{Error, Position, Result};
use crate::types::{Primitive, Type, Value, from_stored, parse_text};
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
        Literal::String { bytes, suffix } => return constructed(string_type(*suffix).into(), bytes, at),
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
    match from_stored(value, ty) {
        Some(constant) => Ok(Expr::constant(ty.into(), at, constant)),
        None => {
            let message =
                format!("Failed to parse {value} as integer literal of {ty} type: value out of range for {ty}");
            Err(Error::translation(at, message))
        }
    }
}

fn string_type(suffix: Option<StringSuffix>) -> Primitive {
    match suffix {
        None | Some(StringSuffix::String) => Primitive::String,
        Some(StringSuffix::Utf8) => Primitive::Utf8,
        Some(StringSuffix::Yson) => Primitive::Yson,
        Some(StringSuffix::Json) => Primitive::Json,
    }
}

/// The constant of `Type('text')`, and of a string literal.
pub(super) fn constructed(ty: Type, text: &[u8], at: Position) -> Result<Expr> {
    if let Type::Primitive(Primitive::String | Primitive::Yson) = ty {
        return Ok(Expr::constant(ty, at, Value::bytes(text)));
    }
    match std::str::from_utf8(text).ok().and_then(|text| parse_text(text, &ty)) {
        Some(value) => Ok(Expr::constant(ty, at, value)),
        None => {
            let name = if ty.decimal().is_some() { "Decimal".to_owned() } else { ty.to_string() };
            let text = String::from_utf8_lossy(text);
            Err(Error::translation(at, format!("Invalid value {text:?} for type {name}")))
        }
    }
}
