//! Conversion of columns to Arrow's logical types, such as times, and back.
//!
//! YDB sends times as plain numbers, a Bool as a byte, and Decimals and Uuids as 16 bytes. Readers of record batches
//! expect Arrow's own types. Most columns have the same bytes in both forms, and these columns are not copied.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Decimal128Type, DurationMicrosecondType, Int32Type, Int64Type,
    TimestampMicrosecondType, TimestampSecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, BooleanArray, FixedSizeBinaryArray, PrimitiveArray, StringArray};
use arrow_buffer::ScalarBuffer;
use arrow_schema::extension::EXTENSION_TYPE_NAME_KEY;
use arrow_schema::{DataType, Field, TimeUnit};
use ydb_keys::YdbType;
use ydb_keys::schema::ColumnDef;
use ydb_keys_core::types::uuid_order as stored_uuid;

use super::column::{Column, WIDE};

/// Time zone of all times.
const UTC: &str = "UTC";

/// Name of Arrow's extension type for Uuids. Its bytes are in the order of the text.
const UUID: &str = "arrow.uuid";

/// Returns the Arrow type of a column in record batches.
pub(super) fn data_type(ty: YdbType) -> DataType {
    let time = |unit| DataType::Timestamp(unit, Some(UTC.into()));
    match ty {
        YdbType::Bool => DataType::Boolean,
        YdbType::Int8 => DataType::Int8,
        YdbType::Int16 => DataType::Int16,
        YdbType::Int32 => DataType::Int32,
        YdbType::Int64 => DataType::Int64,
        YdbType::Uint8 => DataType::UInt8,
        YdbType::Uint16 => DataType::UInt16,
        YdbType::Uint32 => DataType::UInt32,
        YdbType::Uint64 => DataType::UInt64,
        YdbType::Float => DataType::Float32,
        YdbType::Double => DataType::Float64,
        // The precision and the scale are at most 35.
        YdbType::Decimal { precision, scale } => DataType::Decimal128(precision, scale as i8),
        YdbType::Utf8 | YdbType::Json | YdbType::JsonDocument | YdbType::DyNumber => DataType::Utf8,
        YdbType::String | YdbType::Yson => DataType::Binary,
        YdbType::Uuid => DataType::FixedSizeBinary(WIDE),
        YdbType::Date | YdbType::Date32 => DataType::Date32,
        YdbType::Datetime | YdbType::Datetime64 => time(TimeUnit::Second),
        YdbType::Timestamp | YdbType::Timestamp64 => time(TimeUnit::Microsecond),
        YdbType::Interval | YdbType::Interval64 => DataType::Duration(TimeUnit::Microsecond),
    }
}

/// Returns the field of a column in Arrow's schema.
pub(super) fn field(column: &ColumnDef) -> Field {
    let extension = match column.ty {
        YdbType::Uuid => Some(UUID),
        YdbType::Json | YdbType::JsonDocument => Some("arrow.json"),
        _ => None,
    };
    let metadata = extension.map(|name| (EXTENSION_TYPE_NAME_KEY.to_owned(), name.to_owned()));
    Field::new(column.name, data_type(column.ty), column.is_nullable())
        .with_metadata(metadata.into_iter().collect::<HashMap<_, _>>())
}

/// Converts a column to an array of the type of its [`field`].
pub(super) fn array(column: &Column) -> ArrayRef {
    match column {
        Column::Bool(bytes) => Arc::new(BooleanArray::from_unary(bytes, |byte| byte != 0)),
        Column::Date(days) => Arc::new(days.unary::<_, Date32Type>(i32::from)),
        Column::Date32(days) => Arc::new(days.reinterpret_cast::<Date32Type>()),
        Column::Datetime(seconds) => Arc::new(seconds.unary::<_, TimestampSecondType>(i64::from).with_timezone(UTC)),
        Column::Datetime64(seconds) => Arc::new(seconds.reinterpret_cast::<TimestampSecondType>().with_timezone(UTC)),
        Column::Timestamp(micros) => Arc::new(same_bits::<_, TimestampMicrosecondType>(micros).with_timezone(UTC)),
        Column::Timestamp64(micros) => {
            Arc::new(micros.reinterpret_cast::<TimestampMicrosecondType>().with_timezone(UTC))
        }
        Column::Interval(micros) | Column::Interval64(micros) => {
            Arc::new(micros.reinterpret_cast::<DurationMicrosecondType>())
        }
        Column::Uuid(stored) => Arc::new(turned(stored)),
        Column::Decimal(bytes, precision, scale) => {
            let number = |bytes: &[u8]| bytes.try_into().map_or(0, i128::from_le_bytes);
            let numbers: PrimitiveArray<Decimal128Type> = bytes.iter().map(|bytes| bytes.map(number)).collect();
            // Sets the type of the array, without looking at its values.
            Arc::new(numbers.with_data_type(DataType::Decimal128(*precision, *scale as i8)))
        }
        other => arrow_array::make_array(other.array().1.to_data()),
    }
}

/// Makes a column of the type `ty` from an array of the type of its [`field`], or from an array that YDB sends. `None`
/// for any other array, and for a value outside of the type.
pub(super) fn column(ty: YdbType, field: &Field, array: &ArrayRef) -> Option<Column> {
    let sent: ArrayRef = match (ty, array.data_type()) {
        (YdbType::Bool, DataType::Boolean) => {
            Arc::new(array.as_boolean().iter().map(|value| value.map(u8::from)).collect::<PrimitiveArray<UInt8Type>>())
        }
        (YdbType::Date, DataType::Date32) => {
            Arc::new(converted::<Date32Type, UInt16Type>(array, |days| days.try_into().ok())?)
        }
        (YdbType::Date32, DataType::Date32) => {
            Arc::new(array.as_primitive::<Date32Type>().reinterpret_cast::<Int32Type>())
        }
        (YdbType::Datetime, DataType::Timestamp(TimeUnit::Second, _)) => {
            Arc::new(converted::<TimestampSecondType, UInt32Type>(array, |seconds| seconds.try_into().ok())?)
        }
        (YdbType::Datetime64, DataType::Timestamp(TimeUnit::Second, _)) => {
            Arc::new(array.as_primitive::<TimestampSecondType>().reinterpret_cast::<Int64Type>())
        }
        (YdbType::Timestamp, DataType::Timestamp(TimeUnit::Microsecond, _)) => {
            Arc::new(converted::<TimestampMicrosecondType, UInt64Type>(array, |micros| micros.try_into().ok())?)
        }
        (YdbType::Timestamp64, DataType::Timestamp(TimeUnit::Microsecond, _)) => {
            Arc::new(array.as_primitive::<TimestampMicrosecondType>().reinterpret_cast::<Int64Type>())
        }
        (YdbType::Interval | YdbType::Interval64, DataType::Duration(TimeUnit::Microsecond)) => {
            Arc::new(array.as_primitive::<DurationMicrosecondType>().reinterpret_cast::<Int64Type>())
        }
        (YdbType::Decimal { precision, scale }, DataType::Decimal128(of, digits))
            if (i64::from(precision), i64::from(scale)) == (i64::from(*of), i64::from(*digits)) =>
        {
            let numbers = array.as_primitive::<Decimal128Type>().iter();
            Arc::new(Column::wide(numbers.map(|number| number.map(i128::to_le_bytes))))
        }
        (YdbType::Uuid, DataType::FixedSizeBinary(WIDE)) if is_uuid(field) => {
            Arc::new(turned(array.as_fixed_size_binary()))
        }
        // A BulkUpsert has these types as bytes.
        (YdbType::JsonDocument | YdbType::DyNumber, DataType::Binary) => {
            Arc::new(StringArray::try_from_binary(array.as_binary().clone()).ok()?)
        }
        _ => array.clone(),
    };
    Column::of(ty, &*sent)
}

/// Guesses the type of a column from its array alone; `None` for an array that cannot be a column.
pub(super) fn type_of(field: &Field, array: &ArrayRef) -> Option<YdbType> {
    Some(match array.data_type() {
        DataType::Boolean => YdbType::Bool,
        DataType::Int8 => YdbType::Int8,
        DataType::Int16 => YdbType::Int16,
        DataType::Int32 => YdbType::Int32,
        DataType::Int64 => YdbType::Int64,
        DataType::UInt8 => YdbType::Uint8,
        DataType::UInt16 => YdbType::Uint16,
        DataType::UInt32 => YdbType::Uint32,
        DataType::UInt64 => YdbType::Uint64,
        DataType::Float32 => YdbType::Float,
        DataType::Float64 => YdbType::Double,
        DataType::Decimal128(precision, scale) => {
            YdbType::Decimal { precision: *precision, scale: u8::try_from(*scale).ok()? }
        }
        DataType::Utf8 => YdbType::Utf8,
        DataType::Binary => YdbType::String,
        DataType::FixedSizeBinary(WIDE) if is_uuid(field) => YdbType::Uuid,
        DataType::Date32 => YdbType::Date32,
        DataType::Timestamp(TimeUnit::Second, _) => YdbType::Datetime64,
        DataType::Timestamp(TimeUnit::Microsecond, _) => YdbType::Timestamp64,
        DataType::Duration(TimeUnit::Microsecond) => YdbType::Interval64,
        _ => return None,
    })
}

fn is_uuid(field: &Field) -> bool {
    field.metadata().get(EXTENSION_TYPE_NAME_KEY).is_some_and(|name| name == UUID)
}

/// Reinterprets numbers as numbers of another type with the same bits.
fn same_bits<F: ArrowPrimitiveType, T: ArrowPrimitiveType>(array: &PrimitiveArray<F>) -> PrimitiveArray<T> {
    let bytes = array.values().inner().clone();
    PrimitiveArray::new(ScalarBuffer::new(bytes, 0, array.len()), array.nulls().cloned())
}

/// Converts numbers to another type; `None` if the type cannot hold one of them.
fn converted<F: ArrowPrimitiveType, T: ArrowPrimitiveType>(
    array: &ArrayRef,
    number: impl Fn(F::Native) -> Option<T::Native>,
) -> Option<PrimitiveArray<T>> {
    array.as_primitive::<F>().try_unary(|value| number(value).ok_or(())).ok()
}

/// Converts Uuids from the order of YDB's storage to the order of the text, or back: both are the same change.
fn turned(uuids: &FixedSizeBinaryArray) -> FixedSizeBinaryArray {
    let turned = |uuid: &[u8]| uuid.try_into().map_or([0; 16], stored_uuid);
    Column::wide(uuids.iter().map(|uuid| uuid.map(turned)))
}
