//! The stored form of a value, whatever its type is called: where the library's byte formats meet the types.
//!
//! There are some thirty types, but only a handful of stored forms: a `Date` is an unsigned integer of two bytes, a
//! `Timestamp64` a signed one of eight. The formats (ordered key bytes, canonical bytes of a hash, page tokens, digests
//! of rows) know the forms and not the types, so that a type is described here once.

use std::borrow::Cow;

use super::{DecimalValue, Value, YdbType};

/// The stored form of a value.
#[derive(Clone, Copy)]
#[doc(hidden)]
pub enum Stored<'v> {
    Null,
    Bool(bool),
    /// An integer, a time or an interval, sign-extended to 64 bits, of which `width` bytes are stored.
    Integer {
        bits: u64,
        width: usize,
        signed: bool,
    },
    /// The bits of a float, of which `width` bytes are stored.
    Float {
        bits: u64,
        width: usize,
    },
    /// The number times `10^scale`.
    Decimal(i128),
    /// In the order of its text.
    Uuid(&'v [u8; 16]),
    /// The number as text.
    DyNumber(&'v str),
    /// A `Utf8` or a `String`.
    Text(&'v [u8]),
    /// Never in a key: a JSON or YSON document.
    Document(&'v [u8]),
}

const fn unsigned(bits: u64, width: usize) -> Stored<'static> {
    Stored::Integer { bits, width, signed: false }
}

const fn signed(value: i64, width: usize) -> Stored<'static> {
    Stored::Integer { bits: value as u64, width, signed: true }
}

/// The 16 bytes of a UUID from the order in which YDB stores them to that of its text, and back: the first three groups
/// are turned round.
pub fn uuid_order(uuid: &[u8; 16]) -> [u8; 16] {
    let [a, b, c, d, e, f, g, h, rest @ ..] = *uuid;
    let mut turned = [d, c, b, a, f, e, h, g, 0, 0, 0, 0, 0, 0, 0, 0];
    turned[8..].copy_from_slice(&rest);
    turned
}

impl Value<'_> {
    /// The stored form. Inlined, so that where the type is known nothing of the match is left.
    #[inline(always)]
    #[doc(hidden)]
    pub fn stored(&self) -> Stored<'_> {
        match *self {
            Value::Null => Stored::Null,
            Value::Bool(x) => Stored::Bool(x),
            Value::Uint8(x) => unsigned(x.into(), 1),
            Value::Uint16(x) | Value::Date(x) => unsigned(x.into(), 2),
            Value::Uint32(x) | Value::Datetime(x) => unsigned(x.into(), 4),
            Value::Uint64(x) | Value::Timestamp(x) => unsigned(x, 8),
            Value::Int8(x) => signed(x.into(), 1),
            Value::Int16(x) => signed(x.into(), 2),
            Value::Int32(x) | Value::Date32(x) => signed(x.into(), 4),
            Value::Int64(x)
            | Value::Interval(x)
            | Value::Datetime64(x)
            | Value::Timestamp64(x)
            | Value::Interval64(x) => signed(x, 8),
            Value::Float(x) => Stored::Float { bits: x.to_bits().into(), width: 4 },
            Value::Double(x) => Stored::Float { bits: x.to_bits(), width: 8 },
            Value::Decimal(x) => Stored::Decimal(x.scaled()),
            Value::Uuid(ref x) => Stored::Uuid(x),
            Value::DyNumber(ref x) => Stored::DyNumber(x),
            Value::Utf8(ref x) => Stored::Text(x.as_bytes()),
            Value::String(ref x) => Stored::Text(x),
            Value::Json(ref x) | Value::JsonDocument(ref x) => Stored::Document(x.as_bytes()),
            Value::Yson(ref x) => Stored::Document(x),
        }
    }

    /// Appends the plain bytes: numbers little-endian at the width of the type, texts without their length, nothing for
    /// NULL.
    #[doc(hidden)]
    pub fn append_plain(&self, out: &mut Vec<u8>) {
        match self.stored() {
            Stored::Null => {}
            Stored::Bool(x) => out.push(x.into()),
            Stored::Integer { bits, width, .. } | Stored::Float { bits, width } => {
                out.extend(&bits.to_le_bytes()[..width]);
            }
            Stored::Decimal(x) => out.extend(x.to_le_bytes()),
            Stored::Uuid(x) => out.extend(x),
            Stored::DyNumber(x) => out.extend(x.as_bytes()),
            Stored::Text(x) | Stored::Document(x) => out.extend(x),
        }
    }

    /// The value whose plain bytes these are; `None` for other bytes than [`append_plain`](Self::append_plain) makes of
    /// a value of the type. Ranges that are narrower than the width are not looked at.
    pub(crate) fn from_plain(ty: YdbType, bytes: &[u8]) -> Option<Value<'static>> {
        Some(match ty {
            YdbType::Bool => match bytes {
                [0] => Value::Bool(false),
                [1] => Value::Bool(true),
                _ => return None,
            },
            YdbType::Int8 => Value::Int8(i8::from_le_bytes(bytes.try_into().ok()?)),
            YdbType::Int16 => Value::Int16(i16::from_le_bytes(bytes.try_into().ok()?)),
            YdbType::Int32 => Value::Int32(i32::from_le_bytes(bytes.try_into().ok()?)),
            YdbType::Int64 => Value::Int64(i64::from_le_bytes(bytes.try_into().ok()?)),
            YdbType::Uint8 => Value::Uint8(u8::from_le_bytes(bytes.try_into().ok()?)),
            YdbType::Uint16 => Value::Uint16(u16::from_le_bytes(bytes.try_into().ok()?)),
            YdbType::Uint32 => Value::Uint32(u32::from_le_bytes(bytes.try_into().ok()?)),
            YdbType::Uint64 => Value::Uint64(u64::from_le_bytes(bytes.try_into().ok()?)),
            YdbType::Float => Value::Float(f32::from_le_bytes(bytes.try_into().ok()?)),
            YdbType::Double => Value::Double(f64::from_le_bytes(bytes.try_into().ok()?)),
            YdbType::Decimal { precision, scale } => {
                Value::Decimal(DecimalValue::new(i128::from_le_bytes(bytes.try_into().ok()?), precision, scale))
            }
            YdbType::DyNumber => Value::DyNumber(text(bytes)?),
            YdbType::String => Value::String(Cow::Owned(bytes.to_vec())),
            YdbType::Utf8 => Value::Utf8(text(bytes)?),
            YdbType::Json => Value::Json(text(bytes)?),
            YdbType::JsonDocument => Value::JsonDocument(text(bytes)?),
            YdbType::Yson => Value::Yson(Cow::Owned(bytes.to_vec())),
            YdbType::Uuid => Value::Uuid(bytes.try_into().ok()?),
            YdbType::Date => Value::Date(u16::from_le_bytes(bytes.try_into().ok()?)),
            YdbType::Datetime => Value::Datetime(u32::from_le_bytes(bytes.try_into().ok()?)),
            YdbType::Timestamp => Value::Timestamp(u64::from_le_bytes(bytes.try_into().ok()?)),
            YdbType::Interval => Value::Interval(i64::from_le_bytes(bytes.try_into().ok()?)),
            YdbType::Date32 => Value::Date32(i32::from_le_bytes(bytes.try_into().ok()?)),
            YdbType::Datetime64 => Value::Datetime64(i64::from_le_bytes(bytes.try_into().ok()?)),
            YdbType::Timestamp64 => Value::Timestamp64(i64::from_le_bytes(bytes.try_into().ok()?)),
            YdbType::Interval64 => Value::Interval64(i64::from_le_bytes(bytes.try_into().ok()?)),
        })
    }

    /// The zero of a number or a time, the empty text: a value that only shows its type.
    #[cfg_attr(
        not(feature = "sdk"),
        allow(dead_code, reason = "the client learns the types of optionals from examples")
    )]
    pub(crate) fn zero(ty: YdbType) -> Value<'static> {
        let zeros = [0; 16];
        // No type is wider than 16 bytes, and all zeros are a value of each.
        let plain = zeros.get(..ty.fixed_size().unwrap_or(0)).unwrap_or_default();
        Value::from_plain(ty, plain).unwrap_or(Value::Null)
    }
}

fn text(bytes: &[u8]) -> Option<Cow<'static, str>> {
    String::from_utf8(bytes.to_vec()).ok().map(Cow::Owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = YdbType> {
        YdbType::PLAIN.into_iter().chain([YdbType::Decimal { precision: 22, scale: 9 }])
    }

    #[test]
    fn every_type_has_a_zero_of_its_width() {
        for ty in all() {
            let zero = Value::zero(ty);
            assert_eq!(zero.ydb_type(), Some(ty));
            let mut plain = Vec::new();
            zero.append_plain(&mut plain);
            assert_eq!(plain.len(), ty.fixed_size().unwrap_or(0), "{ty}");
            assert_eq!(zero.size(), plain.len(), "{ty}");
        }
    }

    #[test]
    fn plain_bytes_read_back() {
        for ty in all().filter(|ty| *ty != YdbType::Bool) {
            let bytes = [vec![0x7e], vec![0x41; ty.fixed_size().unwrap_or(3) - 1]].concat();
            let value = Value::from_plain(ty, &bytes).unwrap();
            assert_eq!(value.ydb_type(), Some(ty));
            let mut plain = Vec::new();
            value.append_plain(&mut plain);
            assert_eq!(plain, bytes, "{ty}");
        }
        let mut plain = Vec::new();
        Value::Int16(-2).append_plain(&mut plain);
        assert_eq!(plain, [0xfe, 0xff]);
        assert_eq!(Value::from_plain(YdbType::Int16, &plain), Some(Value::Int16(-2)));
    }

    #[test]
    fn other_lengths_are_no_values() {
        for ty in all() {
            if let Some(width) = ty.fixed_size() {
                assert_eq!(Value::from_plain(ty, &vec![0; width + 1]), None, "{ty}");
                assert_eq!(Value::from_plain(ty, &vec![0; width - 1]), None, "{ty}");
            }
        }
        assert_eq!(Value::from_plain(YdbType::Bool, &[2]), None);
        assert_eq!(Value::from_plain(YdbType::Utf8, &[0xff]), None);
    }
}
