//! A value of a column, borrowed from where it lies: from a [`Value`], or from a batch of columns that a client sent.

use super::Value;

/// A value of a column. See [`Value`] for how each type is kept.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names are those of the values")]
pub enum Cell<'a> {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Float(f32),
    Double(f64),
    Decimal(i128),
    Uuid([u8; 16]),
    Bytes(&'a [u8]),
    Text(&'a str),
}

impl<'a> From<&'a Value> for Cell<'a> {
    fn from(value: &'a Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Int(value) => Self::Int(*value),
            Value::Uint(value) => Self::Uint(*value),
            Value::Float(value) => Self::Float(*value),
            Value::Double(value) => Self::Double(*value),
            Value::Decimal(value) => Self::Decimal(*value),
            Value::Uuid(bytes) => Self::Uuid(*bytes),
            Value::Bytes(bytes) => Self::Bytes(bytes),
            Value::Text(text) => Self::Text(text),
            Value::Items(_) | Value::Dict(_) | Value::Just(_) => {
                debug_assert!(false, "{value:?} is not a value of a column");
                Self::Null
            }
        }
    }
}

impl From<Cell<'_>> for Value {
    fn from(cell: Cell<'_>) -> Self {
        match cell {
            Cell::Null => Self::Null,
            Cell::Bool(value) => Self::Bool(value),
            Cell::Int(value) => Self::Int(value),
            Cell::Uint(value) => Self::Uint(value),
            Cell::Float(value) => Self::Float(value),
            Cell::Double(value) => Self::Double(value),
            Cell::Decimal(value) => Self::Decimal(value),
            Cell::Uuid(bytes) => Self::Uuid(bytes),
            Cell::Bytes(bytes) => Self::bytes(bytes),
            Cell::Text(text) => Self::text(text),
        }
    }
}
