//! Stored forms of values, which do not depend on the names of types. The library's byte formats use only these forms.
//!
//! There are some thirty types, but only a handful of stored forms: a `Date` is an unsigned integer of two bytes, a
//! `Timestamp64` a signed one of eight. The formats (ordered key bytes, canonical bytes of a hash, page tokens, digests
//! of rows) know the forms and not the types. Therefore each type is described only once, here.

use std::borrow::Cow;

use super::{DecimalValue, Value, YdbType};

/// The stored form of a value.
#[derive(Clone, Copy)]
#[doc(hidden)]
pub enum Stored<'v> {
    Null,
    Bool(bool),
    /// An integer, a time or an interval, sign-extended to 64 bits. YDB stores the first `width` bytes.
    Integer {
        bits: u64,
        width: usize,
        signed: bool,
    },
    /// The bits of a float. YDB stores `width` bytes of them.
    Float {
        bits: u64,
        width: usize,
    },
    /// The number times `10^scale`.
    Decimal(i128),
    /// A UUID, in the order in which YDB stores its bytes.
    Uuid([u8; 16]),
    /// The number as text.
    DyNumber(&'v str),
    /// A `Utf8` or a `String`.
    Text(&'v [u8]),
    /// A JSON or YSON document, which is never in a key.
    Document(&'v [u8]),
}

const fn unsigned(bits: u64, width: usize) -> Stored<'static> {
    Stored::Integer { bits, width, signed: false }
}

const fn signed(value: i64, width: usize) -> Stored<'static> {
    Stored::Integer { bits: value as u64, width, signed: true }
}

/// Returns `true` if numbers of the type have a sign: integers, times and intervals.
const fn is_signed(ty: YdbType) -> bool {
    use YdbType::*;
    matches!(ty, Int8 | Int16 | Int32 | Int64 | Interval | Date32 | Datetime64 | Timestamp64 | Interval64)
}

impl<'v> Stored<'v> {
    /// Returns the stored form of a value of up to 8 bytes with these bits.
    #[inline(always)]
    pub(super) fn number(ty: YdbType, bits: u64, width: usize) -> Self {
        match ty {
            YdbType::Bool => Stored::Bool(bits != 0),
            YdbType::Float | YdbType::Double => Stored::Float { bits, width },
            _ if is_signed(ty) => {
                let unused = 64 - 8 * width;
                signed((bits << unused) as i64 >> unused, width)
            }
            _ => unsigned(bits, width),
        }
    }

    /// Returns the stored form of a value of 16 bytes, which are in YDB's order.
    #[inline(always)]
    pub(super) fn wide(ty: YdbType, bytes: [u8; 16]) -> Self {
        match ty {
            YdbType::Uuid => Stored::Uuid(bytes),
            _ => Stored::Decimal(i128::from_le_bytes(bytes)),
        }
    }

    /// Returns the stored form of a value of a type of any length.
    #[inline(always)]
    pub(super) fn text(ty: YdbType, bytes: &'v [u8]) -> Self {
        match ty {
            YdbType::Utf8 | YdbType::String => Stored::Text(bytes),
            YdbType::DyNumber => Stored::DyNumber(std::str::from_utf8(bytes).unwrap_or_default()),
            _ => Stored::Document(bytes),
        }
    }
}

/// Converts the 16 bytes of a UUID from the order in which YDB stores them to the order of its text, and back: the
/// bytes of the first three groups are reversed.
pub fn uuid_order(uuid: &[u8; 16]) -> [u8; 16] {
    let [a, b, c, d, e, f, g, h, rest @ ..] = *uuid;
    let mut turned = [d, c, b, a, f, e, h, g, 0, 0, 0, 0, 0, 0, 0, 0];
    turned[8..].copy_from_slice(&rest);
    turned
}

impl Value<'_> {
    /// Returns the stored form. Inlined: where the type is known, the compiler removes the match.
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
            Value::Uuid(ref x) => Stored::Uuid(uuid_order(x)),
            Value::DyNumber(ref x) => Stored::DyNumber(x),
            Value::Utf8(ref x) => Stored::Text(x.as_bytes()),
            Value::String(ref x) => Stored::Text(x),
            Value::Json(ref x) | Value::JsonDocument(ref x) => Stored::Document(x.as_bytes()),
            Value::Yson(ref x) => Stored::Document(x),
        }
    }

    /// Returns the number as which an integer, a time or an interval is stored; `None` for other values.
    #[inline]
    pub(super) fn stored_number(&self) -> Option<i128> {
        match self.stored() {
            Stored::Integer { bits, signed: true, .. } => Some((bits as i64).into()),
            Stored::Integer { bits, .. } => Some(bits.into()),
            _ => None,
        }
    }

    /// Returns the value of a type that is stored as this number; `None` if the type is not stored as a number, or is
    /// too narrow for it.
    #[doc(hidden)]
    #[inline]
    pub fn of_number(ty: YdbType, number: i128) -> Option<Value<'static>> {
        let value = Value::of(ty, unsigned(number as u64, 8));
        (value.stored_number() == Some(number)).then_some(value)
    }

    /// Appends the plain bytes of the value: numbers little-endian at the width of the type, texts without their
    /// length, nothing for NULL.
    #[doc(hidden)]
    pub fn append_plain(&self, out: &mut Vec<u8>) {
        match self.stored() {
            Stored::Null => {}
            Stored::Bool(x) => out.push(x.into()),
            Stored::Integer { bits, width, .. } | Stored::Float { bits, width } => {
                out.extend(&bits.to_le_bytes()[..width]);
            }
            Stored::Decimal(x) => out.extend(x.to_le_bytes()),
            Stored::Uuid(x) => out.extend(uuid_order(&x)),
            Stored::DyNumber(x) => out.extend(x.as_bytes()),
            Stored::Text(x) | Stored::Document(x) => out.extend(x),
        }
    }

    /// Returns the value with these plain bytes; `None` for bytes that [`append_plain`](Self::append_plain) makes of no
    /// value of the type. A range that is narrower than the width is not checked.
    #[doc(hidden)]
    pub fn from_plain(ty: YdbType, bytes: &[u8]) -> Option<Value<'static>> {
        let is_bytes = matches!(ty, YdbType::String | YdbType::Yson);
        let stored = match ty.fixed_size() {
            None if is_bytes || std::str::from_utf8(bytes).is_ok() => Stored::text(ty, bytes),
            Some(16) if ty == YdbType::Uuid => Stored::Uuid(uuid_order(bytes.try_into().ok()?)),
            Some(16) => Stored::wide(ty, bytes.try_into().ok()?),
            Some(width) if bytes.len() == width && (ty != YdbType::Bool || bytes[0] <= 1) => {
                let bits = bytes.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
                Stored::number(ty, bits, width)
            }
            _ => return None,
        };
        Some(Value::of(ty, stored).into_owned())
    }

    /// Returns the zero of a number or a time, or the empty text: a value that only shows its type.
    #[doc(hidden)]
    pub fn zero(ty: YdbType) -> Value<'static> {
        let zeros = [0; 16];
        // No type is wider than 16 bytes, and all zeros are a value of each.
        let plain = zeros.get(..ty.fixed_size().unwrap_or(0)).unwrap_or_default();
        Value::from_plain(ty, plain).unwrap_or(Value::Null)
    }
}

impl<'v> Value<'v> {
    /// Returns the value of a type in this stored form; NULL if other types have this form.
    #[doc(hidden)]
    #[inline]
    pub fn of(ty: YdbType, stored: Stored<'v>) -> Self {
        // The bytes were a text when they were stored.
        let text = |bytes| Cow::Borrowed(std::str::from_utf8(bytes).unwrap_or_default());
        match (ty, stored) {
            (YdbType::Bool, Stored::Bool(x)) => Value::Bool(x),
            // A number is never wider than its type.
            (_, Stored::Integer { bits, .. }) => match ty {
                YdbType::Int8 => Value::Int8(bits as i8),
                YdbType::Int16 => Value::Int16(bits as i16),
                YdbType::Int32 => Value::Int32(bits as i32),
                YdbType::Int64 => Value::Int64(bits as i64),
                YdbType::Uint8 => Value::Uint8(bits as u8),
                YdbType::Uint16 => Value::Uint16(bits as u16),
                YdbType::Uint32 => Value::Uint32(bits as u32),
                YdbType::Uint64 => Value::Uint64(bits),
                YdbType::Date => Value::Date(bits as u16),
                YdbType::Datetime => Value::Datetime(bits as u32),
                YdbType::Timestamp => Value::Timestamp(bits),
                YdbType::Interval => Value::Interval(bits as i64),
                YdbType::Date32 => Value::Date32(bits as i32),
                YdbType::Datetime64 => Value::Datetime64(bits as i64),
                YdbType::Timestamp64 => Value::Timestamp64(bits as i64),
                YdbType::Interval64 => Value::Interval64(bits as i64),
                _ => Value::Null,
            },
            (YdbType::Float, Stored::Float { bits, .. }) => Value::Float(f32::from_bits(bits as u32)),
            (YdbType::Double, Stored::Float { bits, .. }) => Value::Double(f64::from_bits(bits)),
            (YdbType::Decimal { precision, scale }, Stored::Decimal(x)) => {
                Value::Decimal(DecimalValue::new(x, precision, scale))
            }
            (YdbType::Uuid, Stored::Uuid(x)) => Value::Uuid(uuid_order(&x)),
            (YdbType::DyNumber, Stored::DyNumber(x)) => Value::DyNumber(Cow::Borrowed(x)),
            (YdbType::Utf8, Stored::Text(x)) => Value::Utf8(text(x)),
            (YdbType::String, Stored::Text(x)) => Value::String(Cow::Borrowed(x)),
            (YdbType::Json, Stored::Document(x)) => Value::Json(text(x)),
            (YdbType::JsonDocument, Stored::Document(x)) => Value::JsonDocument(text(x)),
            (YdbType::Yson, Stored::Document(x)) => Value::Yson(Cow::Borrowed(x)),
            _ => Value::Null,
        }
    }
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
