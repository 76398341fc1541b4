//! Values; their type is always known beside them.

use std::sync::Arc;

/// One row: its values in the order of the columns it stands under.
pub type Row = Vec<Value>;

/// A value. Types of one storage share a variant: every signed integer, `Interval`, `Date32`, `Datetime64`, `Timestamp64` and `Interval64` is
/// an `Int`; every unsigned one, `Date` (days), `Datetime` (seconds) and `Timestamp` (microseconds) a `Uint`; `String` and `Yson` are `Bytes`;
/// `Utf8`, `Json`, `JsonDocument`, `DyNumber` and the `Tz` types are `Text`. A present `Optional<T>` is the bare `T`.
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
    /// The unscaled number; YDB's own codes for the specials: ±10^35 is ±inf, 10^35 + 1 is nan.
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
    #[must_use]
    pub const fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// The bytes of a string, text or not; `None` for every other value.
    #[must_use]
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
