//! Canonical bytes: what of a value is hashed, the same in every version of this library and in YQL.

use crate::types::{Value, uuid_text};

/// Passes the canonical bytes of a value on, piece by piece; false, and nothing passed on, if it has none.
///
/// Integers and times are little-endian at the width of their type, a Bool is one byte, texts and bytes are as they
/// are, a Uuid is its 36 characters. With `framed`, texts and bytes are preceded by their length as u32
/// little-endian, so that no two lists of values have the same bytes.
#[inline]
pub(super) fn each_part(value: &Value<'_>, framed: bool, sink: &mut impl FnMut(&[u8])) -> bool {
    match value {
        Value::Bool(x) => sink(&[u8::from(*x)]),
        Value::Int8(x) => sink(&x.to_le_bytes()),
        Value::Int16(x) => sink(&x.to_le_bytes()),
        Value::Int32(x) | Value::Date32(x) => sink(&x.to_le_bytes()),
        Value::Int64(x) | Value::Interval(x) | Value::Datetime64(x) | Value::Timestamp64(x) | Value::Interval64(x) => {
            sink(&x.to_le_bytes())
        }
        Value::Uint8(x) => sink(&x.to_le_bytes()),
        Value::Uint16(x) | Value::Date(x) => sink(&x.to_le_bytes()),
        Value::Uint32(x) | Value::Datetime(x) => sink(&x.to_le_bytes()),
        Value::Uint64(x) | Value::Timestamp(x) => sink(&x.to_le_bytes()),
        Value::Utf8(x) => text(x.as_bytes(), framed, sink),
        Value::String(x) => text(x, framed, sink),
        Value::Uuid(x) => sink(&uuid_text(x)),
        Value::Null
        | Value::Float(_)
        | Value::Double(_)
        | Value::Decimal(_)
        | Value::DyNumber(_)
        | Value::Json(_)
        | Value::JsonDocument(_)
        | Value::Yson(_) => return false,
    }
    true
}

#[inline]
fn text(bytes: &[u8], framed: bool, sink: &mut impl FnMut(&[u8])) {
    if framed {
        // A key is limited to about a megabyte, so its length fits.
        sink(&(bytes.len() as u32).to_le_bytes());
    }
    sink(bytes);
}

/// The 64 bits that a numeric hash function takes.
pub(super) trait Numeric {
    /// Unsigned values as they are, signed ones sign-extended; `None` for what is no integer or time.
    fn as_numeric(&self) -> Option<u64>;
}

impl Numeric for Value<'_> {
    #[inline]
    fn as_numeric(&self) -> Option<u64> {
        Some(match *self {
            Value::Uint8(x) => u64::from(x),
            Value::Uint16(x) | Value::Date(x) => u64::from(x),
            Value::Uint32(x) | Value::Datetime(x) => u64::from(x),
            Value::Uint64(x) | Value::Timestamp(x) => x,
            Value::Int8(x) => x as u64,
            Value::Int16(x) => x as u64,
            Value::Int32(x) | Value::Date32(x) => x as u64,
            Value::Int64(x)
            | Value::Interval(x)
            | Value::Datetime64(x)
            | Value::Timestamp64(x)
            | Value::Interval64(x) => x as u64,
            _ => return None,
        })
    }
}
