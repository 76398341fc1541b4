//! Values. A value does not carry its type; the type is always kept beside it.

use std::sync::Arc;

/// One row: its values in the order of the columns.
pub type Row = Vec<Value>;

/// A value. Types that are stored alike share a variant: [`StoredAs`](super::StoredAs) says which. A date is a number
/// of days, a `Datetime` of seconds, a `Timestamp` of microseconds. A present value of `Optional<T>` is a bare `T`.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the names are the types' own")]
pub enum Value {
    /// NULL: the absent value of an optional type, the value of `Null` and of `Void`.
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Float(f32),
    Double(f64),
    /// The unscaled number. Special values have YDB's codes: ±10^35 is ±inf, 10^35 + 1 is nan.
    Decimal(i128),
    /// The 16 stored bytes: Microsoft's mixed-endian order (`Uuid::to_bytes_le`).
    Uuid([u8; 16]),
    Bytes(Arc<[u8]>),
    Text(Arc<str>),
    /// Items of a list, a tuple, or a struct in the order of its type.
    Items(Arc<[Value]>),
    /// Pairs of a dict, sorted by key.
    Dict(Arc<[(Value, Value)]>),
    /// A present value of an optional whose inner type is itself optional.
    Just(Arc<Value>),
}

impl Value {
    /// Whether this is NULL.
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The bytes of a string, text or not; `None` for every other value.
    pub fn as_bytes(&self) -> Option<&[u8]> {
        match self {
            Self::Bytes(bytes) => Some(bytes),
            Self::Text(text) => Some(text.as_bytes()),
            _ => None,
        }
    }

    /// A `Utf8`, `Json`, ... of this text.
    pub fn text(text: impl Into<Arc<str>>) -> Self {
        Self::Text(text.into())
    }

    /// A `String` of these bytes.
    pub fn bytes(bytes: impl Into<Arc<[u8]>>) -> Self {
        Self::Bytes(bytes.into())
    }
}
