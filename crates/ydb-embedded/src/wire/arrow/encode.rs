//! Results in Arrow's format: rows become arrays, one per column, and the arrays become IPC messages.

use std::sync::Arc;

use arrow_array::types::{
    ArrowPrimitiveType, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
    UInt32Type, UInt64Type,
};
use arrow_array::{
    ArrayRef, BinaryArray, FixedSizeBinaryArray, ListArray, NullArray, PrimitiveArray, RecordBatch, RecordBatchOptions,
    StringArray, StructArray,
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{DictionaryTracker, EncodedData, IpcDataGenerator, IpcWriteOptions, write_message};
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema, SchemaRef};
use ydb_grpc::ydb_proto::formats::ArrowFormatSettings;
use ydb_grpc::ydb_proto::formats::arrow_format_settings::compression_codec::Type as Codec;

use crate::error::{Error, Result, Status};
use crate::types::{Row, StoredAs, Type, Value};
use crate::wire::reply::{bad, unsupported};

/// Compression levels of zstd; a level outside counts as the nearest one.
const LEVELS: std::ops::RangeInclusive<i32> = 1..=22;

pub(crate) type ArrowOptions = IpcWriteOptions;

/// Returns the write options that a client asks for.
///
/// Fails with INTERNAL_ERROR for a level with LZ4, which has no levels, as YDB does. Fails with BAD_REQUEST for an
/// unknown codec.
pub(crate) fn options(settings: Option<&ArrowFormatSettings>) -> Result<ArrowOptions> {
    let options = IpcWriteOptions::try_new(8, false, arrow_ipc::MetadataVersion::V5).map_err(|error| broken(&error))?;
    let Some(codec) = settings.and_then(|settings| settings.compression_codec) else { return Ok(options) };
    let with = |codec| options.clone().try_with_compression(Some(codec)).map_err(|error| broken(&error));
    match Codec::try_from(codec.r#type) {
        Ok(Codec::Unspecified | Codec::None) => Ok(options),
        Ok(Codec::Lz4Frame) if codec.level.is_some() => Err(Error::new(
            Status::InternalError,
            "Failed to create codec for arrow format: Invalid: Codec 'lz4' doesn't support setting a compression \
             level.",
        )),
        Ok(Codec::Lz4Frame) => with(CompressionType::LZ4_FRAME),
        Ok(Codec::Zstd) => {
            let level = codec.level.map(|level| level.clamp(*LEVELS.start(), *LEVELS.end()));
            with(CompressionType::ZSTD)?.try_with_compression_level(level).map_err(|error| broken(&error))
        }
        Err(_) => Err(bad("Unknown compression codec type")),
    }
}

/// Encodes rows as a message with one batch, and their schema as another message, which is empty if it is not wanted.
///
/// Fails with UNSUPPORTED for a type that the engine cannot write in Arrow's format.
pub(crate) fn batch(
    rows: &[Row],
    columns: &[(Arc<str>, Type)],
    with_schema: bool,
    options: &ArrowOptions,
) -> Result<(Vec<u8>, Vec<u8>)> {
    let schema = schema(columns)?;
    let batch = batch_message(rows, columns, &schema, options)?;
    if !with_schema {
        return Ok((batch, Vec::new()));
    }
    let mut dictionaries = DictionaryTracker::new(false);
    let sent = IpcDataGenerator {}.schema_to_bytes_with_dictionary_tracker(&schema, &mut dictionaries, options);
    Ok((batch, message(sent, options)?))
}

/// Encodes rows as a message with one batch. `schema` is the schema of `columns`.
fn batch_message(
    rows: &[Row],
    columns: &[(Arc<str>, Type)],
    schema: &SchemaRef,
    options: &ArrowOptions,
) -> Result<Vec<u8>> {
    let array = |(place, (_, ty)): (usize, &(_, Type))| array(rows.iter().map(|row| &row[place]), rows.len(), ty);
    let arrays = columns.iter().enumerate().map(array).collect::<Result<Vec<_>>>()?;
    // A batch without columns does not know the number of its rows.
    let counted = RecordBatchOptions::new().with_row_count(Some(rows.len()));
    let encode = || {
        let batch = RecordBatch::try_new_with_options(Arc::clone(schema), arrays, &counted)?;
        let mut dictionaries = DictionaryTracker::new(false);
        IpcDataGenerator {}.encode(&batch, &mut dictionaries, options, &mut Default::default())
    };
    let (_, encoded) = encode().map_err(|error| broken(&error))?;
    message(encoded, options)
}

fn message(encoded: EncodedData, options: &ArrowOptions) -> Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(encoded.ipc_message.len() + encoded.arrow_data.len() + 64);
    write_message(&mut bytes, encoded, options).map_err(|error| broken(&error))?;
    Ok(bytes)
}

/// Returns the approximate number of bytes of a row in a batch.
pub(crate) fn weight(row: &[Value]) -> usize {
    let of = |value: &Value| match value {
        Value::Bytes(bytes) => bytes.len() + 4,
        Value::Text(text) => text.len() + 4,
        Value::Decimal(_) | Value::Uuid(_) => 16,
        Value::Items(items) => weight(items) + 4,
        _ => 8,
    };
    row.iter().map(of).sum()
}

/// Returns the schema of a result's columns.
///
/// Fails with UNSUPPORTED for a type that the engine cannot write in Arrow's format.
pub(super) fn schema(columns: &[(Arc<str>, Type)]) -> Result<SchemaRef> {
    let fields = columns.iter().map(|(name, ty)| field(name, ty)).collect::<Result<Vec<_>>>()?;
    Ok(Arc::new(Schema::new(fields)))
}

/// Returns the error for a type that the engine cannot write in Arrow's format.
fn lacking(ty: &Type) -> Error {
    unsupported(&format!("FORMAT_ARROW of {ty}"))
}

fn field(name: &str, whole: &Type) -> Result<Field> {
    let (ty, nullable) = match whole {
        Type::Optional(item) => (&**item, true),
        other => (other, false),
    };
    match ty {
        // YDB wraps these types in a struct whose field contains NULLs without being nullable. Arrow's crate refuses
        // such a struct.
        Type::Optional(_) | Type::Null | Type::Void | Type::EmptyList | Type::EmptyDict if nullable => {
            Err(lacking(whole))
        }
        // YDB does not mark a column of the type Null as nullable; Arrow's crate requires it.
        _ => Ok(Field::new(name, data_type(ty)?, nullable || *ty == Type::Null)),
    }
}

/// Returns Arrow's type for the values of a type, apart from NULL.
fn data_type(ty: &Type) -> Result<DataType> {
    Ok(match ty {
        Type::Primitive(primitive) if primitive.is_tz() => return Err(lacking(ty)),
        Type::Primitive(primitive) => match primitive.stored_as() {
            StoredAs::Bool | StoredAs::Unsigned(1) => DataType::UInt8,
            StoredAs::Unsigned(2) => DataType::UInt16,
            StoredAs::Unsigned(4) => DataType::UInt32,
            StoredAs::Unsigned(_) => DataType::UInt64,
            StoredAs::Signed(1) => DataType::Int8,
            StoredAs::Signed(2) => DataType::Int16,
            StoredAs::Signed(4) => DataType::Int32,
            StoredAs::Signed(_) => DataType::Int64,
            StoredAs::Float => DataType::Float32,
            StoredAs::Double => DataType::Float64,
            StoredAs::Decimal | StoredAs::Uuid => DataType::FixedSizeBinary(16),
            StoredAs::Bytes => DataType::Binary,
            StoredAs::Text | StoredAs::Imaged(_) => DataType::Utf8,
        },
        Type::Decimal { .. } => DataType::FixedSizeBinary(16),
        Type::Null => DataType::Null,
        Type::Void | Type::EmptyList | Type::EmptyDict => DataType::Struct(Fields::empty()),
        Type::List(item) => DataType::List(Arc::new(field("item", item)?)),
        Type::Tuple(_) | Type::Struct(_) => DataType::Struct(members(ty)?),
        Type::Optional(item) => data_type(item)?,
        // YDB's sources disagree on whether a dict is a map or a list of structs.
        Type::Dict(..) => return Err(lacking(ty)),
    })
}

fn members(ty: &Type) -> Result<Fields> {
    match ty {
        Type::Tuple(items) => items.iter().enumerate().map(|(at, ty)| field(&format!("field{at}"), ty)).collect(),
        Type::Struct(members) => members.iter().map(|(name, ty)| field(name, ty)).collect(),
        _ => Ok(Fields::empty()),
    }
}

pub(super) fn array<'a>(values: impl Iterator<Item = &'a Value> + Clone, len: usize, ty: &Type) -> Result<ArrayRef> {
    let ty = ty.unwrap_optional();
    let nulls = || values.clone().any(Value::is_null).then(|| values.clone().map(|value| !value.is_null()).collect());
    Ok(match data_type(ty)? {
        DataType::UInt8 => numbers::<UInt8Type>(values, |value| match value {
            Value::Bool(bit) => Some(u8::from(*bit)),
            Value::Uint(number) => Some(*number as u8),
            _ => None,
        }),
        DataType::UInt16 => numbers::<UInt16Type>(values, |value| value.as_uint().map(|number| number as u16)),
        DataType::UInt32 => numbers::<UInt32Type>(values, |value| value.as_uint().map(|number| number as u32)),
        DataType::UInt64 => numbers::<UInt64Type>(values, Value::as_uint),
        DataType::Int8 => numbers::<Int8Type>(values, |value| value.as_int().map(|number| number as i8)),
        DataType::Int16 => numbers::<Int16Type>(values, |value| value.as_int().map(|number| number as i16)),
        DataType::Int32 => numbers::<Int32Type>(values, |value| value.as_int().map(|number| number as i32)),
        DataType::Int64 => numbers::<Int64Type>(values, Value::as_int),
        DataType::Float32 => {
            numbers::<Float32Type>(values, |value| if let Value::Float(number) = value { Some(*number) } else { None })
        }
        DataType::Float64 => {
            numbers::<Float64Type>(values, |value| if let Value::Double(number) = value { Some(*number) } else { None })
        }
        DataType::FixedSizeBinary(_) => {
            let bytes = values.map(|value| match value {
                Value::Decimal(number) => Some(number.to_le_bytes()),
                Value::Uuid(bytes) => Some(*bytes),
                _ => None,
            });
            Arc::new(FixedSizeBinaryArray::try_from_sparse_iter_with_size(bytes, 16).map_err(|error| broken(&error))?)
        }
        DataType::Utf8 => {
            let text = values.map(|value| match value {
                Value::Text(text) => Some(&**text),
                _ => None,
            });
            Arc::new(text.collect::<StringArray>())
        }
        DataType::Binary => Arc::new(values.map(Value::as_bytes).collect::<BinaryArray>()),
        DataType::Null => Arc::new(NullArray::new(len)),
        DataType::List(item) => {
            let lists = values.clone().map(Value::items);
            let offsets = OffsetBuffer::from_lengths(lists.clone().map(<[Value]>::len));
            let flat = lists.flatten();
            let inner = match ty {
                Type::List(ty) => array_of(flat.collect(), ty)?,
                _ => Arc::new(NullArray::new(0)),
            };
            let nulls: Option<NullBuffer> = nulls();
            Arc::new(ListArray::try_new(item, offsets, inner, nulls).map_err(|error| broken(&error))?)
        }
        DataType::Struct(fields) if fields.is_empty() => Arc::new(StructArray::new_empty_fields(len, None)),
        DataType::Struct(fields) => {
            let types: Vec<&Type> = match ty {
                Type::Tuple(types) => types.iter().collect(),
                Type::Struct(members) => members.iter().map(|(_, ty)| ty).collect(),
                _ => Vec::new(),
            };
            let member = |(place, ty): (usize, &&Type)| {
                array_of(values.clone().map(|value| value.items().get(place).unwrap_or(&Value::Null)).collect(), ty)
            };
            let arrays = types.iter().enumerate().map(member).collect::<Result<Vec<_>>>()?;
            let nulls: Option<NullBuffer> = nulls();
            Arc::new(StructArray::try_new(fields, arrays, nulls).map_err(|error| broken(&error))?)
        }
        _ => return Err(lacking(ty)),
    })
}

/// Returns the array of `values`. Takes a `Vec`, because nested calls with iterators would have endlessly nested types.
fn array_of(values: Vec<&Value>, ty: &Type) -> Result<ArrayRef> {
    array(values.iter().copied(), values.len(), ty)
}

fn numbers<'a, T: ArrowPrimitiveType>(
    values: impl Iterator<Item = &'a Value>,
    native: impl Fn(&'a Value) -> Option<T::Native>,
) -> ArrayRef {
    Arc::new(values.map(native).collect::<PrimitiveArray<T>>())
}

pub(super) fn broken(error: &ArrowError) -> Error {
    Error::new(Status::InternalError, format!("Cannot make an Arrow batch: {error}"))
}
