//! Default values and split points as YQL literals of exactly the column's type.

use std::fmt;

use super::quote::{Bytes, Text};
use crate::schema::{DefaultValue, KeyLiteral};
use crate::types::Value;
use crate::types::YdbType;

/// The literal of a `DEFAULT`, typed by suffix or constructor, because YDB does not convert it.
pub struct DefaultLiteral(pub DefaultValue, pub YdbType);

impl fmt::Display for DefaultLiteral {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DefaultLiteral(value, ty) = *self;
        match (value, ty) {
            (DefaultValue::Bool(value), _) => write!(f, "{value}"),
            // YQL reads the digits without the sign, and those of the least value are out of range.
            (DefaultValue::Int(value), _) if is_least(value, ty) => write!(f, "{}('{value}')", ty.name()),
            (DefaultValue::Int(value), _) => write!(f, "{value}{}", int_suffix(ty)),
            (DefaultValue::Bytes(bytes), _) => write!(f, "{}", Bytes(bytes)),
            (DefaultValue::Text(text), YdbType::String) => write!(f, "{}", Text(text, '\'')),
            (DefaultValue::Text(text), YdbType::Utf8) => write!(f, "{}u", Text(text, '\'')),
            (DefaultValue::Text(text) | DefaultValue::Float(text), YdbType::Decimal { precision, scale }) => {
                write!(f, "Decimal('{text}',{precision},{scale})")
            }
            (DefaultValue::Text(text) | DefaultValue::Float(text), _) => {
                write!(f, "{}({})", ty.name(), Text(text, '\''))
            }
        }
    }
}

/// Whether it is the least value of a type whose literals have a suffix.
fn is_least(value: i128, ty: YdbType) -> bool {
    ty.integer().is_some_and(|integer| value < 0 && value == integer.least && !integer.suffix.is_empty())
}

fn int_suffix(ty: YdbType) -> &'static str {
    ty.integer().map_or("", |integer| integer.suffix)
}

/// A value with a hash as a literal of exactly its type; an interval has none.
pub struct ValueLiteral<'a>(pub &'a Value<'a>, pub YdbType);

impl fmt::Display for ValueLiteral<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ValueLiteral(value, ty) = *self;
        match (value, ty.integer()) {
            (Value::Utf8(text), _) => write!(f, "{}u", Text(text, '\'')),
            (Value::String(bytes), _) => write!(f, "{}", Bytes(bytes)),
            (Value::Bool(value), _) => write!(f, "{value}"),
            (_, Some(integer)) if integer.least < 0 && value.to_string() == integer.least.to_string() => {
                write!(f, "{}('{value}')", ty.name())
            }
            (_, Some(integer)) => write!(f, "{value}{}", integer.suffix),
            _ => write!(f, "{}('{value}')", ty.name()),
        }
    }
}

/// A split point: `(10, "abc")`.
pub(super) struct SplitPoint(pub(super) &'static [KeyLiteral]);

impl fmt::Display for SplitPoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(")?;
        for (i, value) in self.0.iter().enumerate() {
            if i > 0 {
                f.write_str(", ")?;
            }
            match *value {
                KeyLiteral::Bool(value) => write!(f, "{value}")?,
                // A literal beyond Int64 says its type.
                KeyLiteral::Int(value) if i64::try_from(value).is_err() => write!(f, "{value}ul")?,
                KeyLiteral::Int(value) => write!(f, "{value}")?,
                KeyLiteral::Text(text) => write!(f, "{}", Text(text, '"'))?,
            }
        }
        f.write_str(")")
    }
}
