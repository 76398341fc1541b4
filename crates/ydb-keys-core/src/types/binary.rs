//! Bytes as columns: `Vec<u8>` and arrays of bytes.

use std::borrow::Cow;

use super::{Column, ColumnInfo, Required, Value, YdbType};
use crate::error::ValueError;

/// The types that bytes can be stored as.
pub(super) const TYPES: &[YdbType] = &[YdbType::String, YdbType::Yson];

pub(super) fn encode(bytes: &[u8], ty: YdbType) -> Value<'_> {
    match ty {
        YdbType::Yson => Value::Yson(Cow::Borrowed(bytes)),
        _ => Value::String(Cow::Borrowed(bytes)),
    }
}

pub(super) fn decode(value: Value<'_>) -> Result<Vec<u8>, ValueError> {
    match value {
        Value::String(bytes) | Value::Yson(bytes) => Ok(bytes.into_owned()),
        other => Err(other.unexpected("String")),
    }
}

impl Column for Vec<u8> {
    const INFO: ColumnInfo = ColumnInfo::new(TYPES);

    #[inline]
    fn encode(&self, ty: YdbType) -> Result<Value<'_>, ValueError> {
        Ok(encode(self, ty))
    }

    fn decode(value: Value<'_>) -> Result<Self, ValueError> {
        decode(value)
    }
}

impl Required for Vec<u8> {}

/// Always a `String`; a `Uuid` column takes a `uuid::Uuid`, whose bytes YDB reorders.
impl<const N: usize> Column for [u8; N] {
    const INFO: ColumnInfo = ColumnInfo::new(&[YdbType::String]);

    #[inline]
    fn encode(&self, _: YdbType) -> Result<Value<'_>, ValueError> {
        Ok(Value::String(Cow::Borrowed(self)))
    }

    fn decode(value: Value<'_>) -> Result<Self, ValueError> {
        match value {
            Value::String(bytes) => Self::try_from(&*bytes)
                .map_err(|_| ValueError::invalid(format_args!("expected {N} bytes, found {}", bytes.len()))),
            other => Err(other.unexpected("String")),
        }
    }
}

impl<const N: usize> Required for [u8; N] {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_array_takes_exactly_its_bytes() {
        let array = [0, 1, 0xff];
        assert_eq!(array.encode(YdbType::String), Ok(Value::String(vec![0, 1, 0xff].into())));
        assert_eq!(<[u8; 3]>::decode(Value::String(vec![0, 1, 0xff].into())), Ok(array));
        for length in [0, 2, 4] {
            let found = <[u8; 3]>::decode(Value::String(vec![7; length].into()));
            assert_eq!(found, Err(ValueError::Invalid(format!("expected 3 bytes, found {length}"))));
        }
        // Not a Uuid: its text and its stored bytes have different orders.
        assert!(<[u8; 16]>::decode(Value::Uuid([0; 16])).is_err());
    }
}
