//! Bytes as columns: `Vec<u8>`, arrays of bytes, and `bytes::Bytes` (feature `bytes`).

use std::borrow::Cow;

use super::column::columns;
use super::{ColumnInfo, Value, YdbType};
use crate::error::ValueError;

/// Types as which bytes can be stored.
const TYPES: &[YdbType] = &[YdbType::String, YdbType::Yson];

fn encode(bytes: &[u8], ty: YdbType) -> Value<'_> {
    match ty {
        YdbType::Yson => Value::Yson(Cow::Borrowed(bytes)),
        _ => Value::String(Cow::Borrowed(bytes)),
    }
}

fn decode(value: Value<'_>) -> Result<Vec<u8>, ValueError> {
    match value {
        Value::String(bytes) | Value::Yson(bytes) => Ok(bytes.into_owned()),
        other => Err(other.unexpected("String")),
    }
}

columns! {
    Vec<u8>: ColumnInfo::new(TYPES), |self, ty| Ok(encode(self, ty)), |value| decode(value);

    /// Stored as a `String` always. A `Uuid` column takes a `uuid::Uuid`, whose bytes YDB reorders.
    [u8; N] where [const N: usize]: ColumnInfo::new(&[YdbType::String]),
        |self, _| Ok(Value::String(Cow::Borrowed(self))),
        |value| match value {
            Value::String(bytes) => Self::try_from(&*bytes)
                .map_err(|_| ValueError::invalid(format_args!("expected {N} bytes, found {}", bytes.len()))),
            other => Err(other.unexpected("String")),
        };
}

#[cfg(feature = "bytes")]
columns! {
    bytes::Bytes as Text: ColumnInfo::new(TYPES),
        |self, ty| Ok(encode(self, ty)), |value| decode(value).map(bytes::Bytes::from);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Column;

    #[test]
    fn an_array_takes_exactly_its_bytes() {
        let array = [0, 1, 0xff];
        assert_eq!(array.encode(YdbType::String), Ok(Value::String(vec![0, 1, 0xff].into())));
        assert_eq!(<[u8; 3]>::decode(Value::String(vec![0, 1, 0xff].into())), Ok(array));
        for length in [0, 2, 4] {
            let found = <[u8; 3]>::decode(Value::String(vec![7; length].into()));
            assert_eq!(found, Err(ValueError::Invalid(format!("expected 3 bytes, found {length}"))));
        }
        // A Uuid is refused: its text and its stored bytes have different orders.
        assert!(<[u8; 16]>::decode(Value::Uuid([0; 16])).is_err());
    }
}
