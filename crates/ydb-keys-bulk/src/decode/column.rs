//! A column of a part of a result: its values by row. Texts are not copied.
//!
//! The types are checked once for each part. After that, reading a value costs a jump and a load.

use std::borrow::Cow;

use arrow_array::builder::FixedSizeBinaryBuilder;
use arrow_array::{
    Array, BinaryArray, FixedSizeBinaryArray, Float32Array, Float64Array, Int8Array, Int16Array, Int32Array,
    Int64Array, StringArray, UInt8Array, UInt16Array, UInt32Array, UInt64Array,
};
use ydb_keys::types::DecimalValue;
use ydb_keys::{Value, YdbType};
use ydb_keys_core::types::uuid_order as stored_uuid;

/// Bytes of a `Decimal` or a `Uuid`.
pub(super) const WIDE: i32 = 16;

/// Defines `Column` from YDB's types, grouped by their form in Arrow: numbers, texts, bytes.
macro_rules! columns {
    ($($number:ident: $numbers:ty,)* ; $($text:ident)* ; $($bytes:ident)*) => {
        /// Values of a column, as YDB sends them in Arrow.
        #[derive(Clone, Debug)]
        pub(super) enum Column {
            Bool(UInt8Array),
            $($number($numbers),)*
            $($text(StringArray),)*
            $($bytes(BinaryArray),)*
            Uuid(FixedSizeBinaryArray),
            /// Values with their precision and scale.
            Decimal(FixedSizeBinaryArray, u8, u8),
        }

        impl Column {
            /// Makes a column from an array of Arrow; `None` if YDB does not send the type in such an array.
            pub(super) fn of(ty: YdbType, array: &dyn Array) -> Option<Self> {
                Some(match ty {
                    YdbType::Bool => Column::Bool(downcast(array)?),
                    $(YdbType::$number => Column::$number(downcast(array)?),)*
                    $(YdbType::$text => Column::$text(downcast(array)?),)*
                    $(YdbType::$bytes => Column::$bytes(downcast(array)?),)*
                    YdbType::Uuid => Column::Uuid(wide(array)?),
                    YdbType::Decimal { precision, scale } => Column::Decimal(wide(array)?, precision, scale),
                })
            }

            /// Makes a column from values of the type `ty`; values of other types become NULL.
            pub(super) fn from_values(ty: YdbType, values: &[Value<'_>]) -> Self {
                match ty {
                    YdbType::Bool => Column::Bool(values.iter().map(|value| match value {
                        Value::Bool(x) => Some(u8::from(*x)),
                        _ => None,
                    }).collect()),
                    $(YdbType::$number => Column::$number(values.iter().map(|value| match value {
                        Value::$number(x) => Some(*x),
                        _ => None,
                    }).collect()),)*
                    $(YdbType::$text => Column::$text(values.iter().map(|value| match value {
                        Value::$text(x) => Some(x),
                        _ => None,
                    }).collect()),)*
                    $(YdbType::$bytes => Column::$bytes(values.iter().map(|value| match value {
                        Value::$bytes(x) => Some(x),
                        _ => None,
                    }).collect()),)*
                    YdbType::Uuid => Column::Uuid(Column::wide(values.iter().map(|value| match value {
                        Value::Uuid(x) => Some(stored_uuid(x)),
                        _ => None,
                    }))),
                    YdbType::Decimal { precision, scale } => {
                        let values = Column::wide(values.iter().map(|value| match value {
                            Value::Decimal(x) => Some(x.scaled().to_le_bytes()),
                            _ => None,
                        }));
                        Column::Decimal(values, precision, scale)
                    }
                }
            }

            /// Returns the value in a row. `row` must be less than the number of rows.
            #[inline]
            pub(super) fn value(&self, row: usize) -> Value<'_> {
                match self {
                    Column::Bool(array) if array.is_valid(row) => Value::Bool(array.value(row) != 0),
                    $(Column::$number(array) if array.is_valid(row) => Value::$number(array.value(row)),)*
                    $(Column::$text(array) if array.is_valid(row) => Value::$text(Cow::Borrowed(array.value(row))),)*
                    $(Column::$bytes(array) if array.is_valid(row) => Value::$bytes(Cow::Borrowed(array.value(row))),)*
                    Column::Uuid(array) if array.is_valid(row) => Value::Uuid(stored_uuid(&sixteen(array, row))),
                    Column::Decimal(array, precision, scale) if array.is_valid(row) => {
                        let scaled = i128::from_le_bytes(sixteen(array, row));
                        Value::Decimal(DecimalValue::new(scaled, *precision, *scale))
                    }
                    _ => Value::Null,
                }
            }

            /// Returns the type of the column, and its values as an array of Arrow.
            pub(super) fn array(&self) -> (YdbType, &dyn Array) {
                match self {
                    Column::Bool(array) => (YdbType::Bool, array),
                    $(Column::$number(array) => (YdbType::$number, array),)*
                    $(Column::$text(array) => (YdbType::$text, array),)*
                    $(Column::$bytes(array) => (YdbType::$bytes, array),)*
                    Column::Uuid(array) => (YdbType::Uuid, array),
                    Column::Decimal(array, precision, scale) => {
                        (YdbType::Decimal { precision: *precision, scale: *scale }, array)
                    }
                }
            }
        }
    };
}

columns! {
    Int8: Int8Array, Int16: Int16Array, Int32: Int32Array, Int64: Int64Array,
    Uint8: UInt8Array, Uint16: UInt16Array, Uint32: UInt32Array, Uint64: UInt64Array,
    Float: Float32Array, Double: Float64Array,
    Date: UInt16Array, Datetime: UInt32Array, Timestamp: UInt64Array, Interval: Int64Array,
    Date32: Int32Array, Datetime64: Int64Array, Timestamp64: Int64Array, Interval64: Int64Array,
    ; Utf8 Json JsonDocument DyNumber
    ; String Yson
}

impl Column {
    /// Returns the bytes that the column takes in memory.
    pub(super) fn bytes(&self) -> usize {
        self.array().1.get_array_memory_size()
    }

    /// Makes an array from values of 16 bytes.
    pub(super) fn wide(values: impl Iterator<Item = Option<[u8; 16]>>) -> FixedSizeBinaryArray {
        let mut builder = FixedSizeBinaryBuilder::with_capacity(values.size_hint().0, WIDE);
        for value in values {
            match value {
                // `append_value` checks only the width, and all values have the right width.
                Some(bytes) => drop(builder.append_value(bytes)),
                None => builder.append_null(),
            }
        }
        builder.finish()
    }
}

fn downcast<A: Array + Clone + 'static>(array: &dyn Array) -> Option<A> {
    array.as_any().downcast_ref::<A>().cloned()
}

fn wide(array: &dyn Array) -> Option<FixedSizeBinaryArray> {
    downcast(array).filter(|array: &FixedSizeBinaryArray| array.value_length() == WIDE)
}

/// Returns the 16 bytes of a row.
#[inline]
fn sixteen(array: &FixedSizeBinaryArray, row: usize) -> [u8; 16] {
    array.value(row).first_chunk().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use ydb_keys_core::types::any_value;

    use super::*;

    proptest! {
        #[test]
        fn values_read_back(values in prop::collection::vec(any_value(), 1..20), null in any::<prop::sample::Index>()) {
            for value in &values {
                let ty = value.ydb_type().unwrap();
                let mut column: Vec<Value<'_>> = values.iter().filter(|other| other.ydb_type() == Some(ty)).cloned().collect();
                column.insert(null.index(column.len() + 1), Value::Null);
                let read = Column::from_values(ty, &column);
                let read: Vec<Value<'_>> = (0..column.len()).map(|row| read.value(row)).collect();
                prop_assert_eq!(read, column);
            }
        }
    }
}
