//! Default values and split points as YQL literals of exactly the column's type.

use std::fmt;

use super::quote::{Bytes, Text};
use crate::schema::{DefaultValue, KeyLiteral};
use crate::types::YdbType;

/// The literal of a `DEFAULT`, typed by suffix or constructor, for YDB converts nothing there.
pub(crate) struct DefaultLiteral(pub(crate) DefaultValue, pub(crate) YdbType);

impl fmt::Display for DefaultLiteral {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DefaultLiteral(value, ty) = *self;
        match (value, ty) {
            (DefaultValue::Bool(value), _) => write!(f, "{value}"),
            // YQL reads the digits before the sign, and those of the least value are out of range.
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

fn is_least(value: i128, ty: YdbType) -> bool {
    match ty {
        YdbType::Int8 => value == i128::from(i8::MIN),
        YdbType::Int16 => value == i128::from(i16::MIN),
        YdbType::Int64 => value == i128::from(i64::MIN),
        _ => false,
    }
}

fn int_suffix(ty: YdbType) -> &'static str {
    match ty {
        YdbType::Int8 => "t",
        YdbType::Int16 => "s",
        YdbType::Int64 => "l",
        YdbType::Uint8 => "ut",
        YdbType::Uint16 => "us",
        YdbType::Uint32 => "u",
        YdbType::Uint64 => "ul",
        _ => "",
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
