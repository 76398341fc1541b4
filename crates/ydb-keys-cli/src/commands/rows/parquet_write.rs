//! Writes rows into a Parquet file, with the types that other readers know, too.
//!
//! | YDB | Parquet |
//! |---|---|
//! | Bool, integers, Float, Double | the same |
//! | Decimal(p, s) | DECIMAL(p, s) of 16 bytes |
//! | Utf8, DyNumber; Json, JsonDocument; String, Yson | UTF8; JSON; bytes |
//! | Uuid | UUID |
//! | Date, Date32 | DATE |
//! | Datetime, Datetime64; Timestamp, Timestamp64 | TIMESTAMP of milliseconds; of microseconds |
//! | Interval, Interval64 | INT64, the microseconds |

use std::fs::File;
use std::io;
use std::sync::Arc;

use parquet::basic::{Compression, ConvertedType, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{
    BoolType, ByteArrayType, DataType, DoubleType, FixedLenByteArrayType, FloatType, Int32Type, Int64Type,
};
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::schema::types::Type;
use ydb_keys::schema::ColumnDef;
use ydb_keys::{Value, YdbType};
use ydb_keys_bulk::__internal::ValueRows;

use super::Sink;

/// The bytes of a row group in memory, about.
const GROUP: u64 = 16 << 20;

pub(super) struct ParquetSink {
    columns: &'static [ColumnDef],
    writer: SerializedFileWriter<File>,
    /// The rows of the next group.
    held: Vec<ValueRows>,
}

impl ParquetSink {
    pub(super) fn new(columns: &'static [ColumnDef], file: File) -> io::Result<Self> {
        let begin = || {
            let fields = columns.iter().map(|column| Ok(Arc::new(described(column)?))).collect::<Result<_>>()?;
            let schema = Type::group_type_builder("rows").with_fields(fields).build()?;
            let properties = WriterProperties::builder().set_compression(Compression::SNAPPY).build();
            SerializedFileWriter::new(file, Arc::new(schema), Arc::new(properties))
        };
        Ok(ParquetSink { columns, writer: begin().map_err(failed)?, held: Vec::new() })
    }

    fn held_bytes(&self) -> u64 {
        self.held.iter().map(ValueRows::bytes).sum()
    }

    fn group(&mut self) -> Result<()> {
        let mut group = self.writer.next_row_group()?;
        for (at, column) in self.columns.iter().enumerate() {
            let Some(mut writer) = group.next_column()? else { continue };
            put_column(&mut writer, &self.held, at, column)?;
            writer.close()?;
        }
        group.close()?;
        self.held.clear();
        Ok(())
    }
}

impl Sink for ParquetSink {
    fn write(&mut self, rows: ValueRows) -> io::Result<()> {
        self.held.push(rows);
        if self.held_bytes() >= GROUP { self.group().map_err(failed) } else { Ok(()) }
    }

    fn bytes(&self) -> u64 {
        self.writer.bytes_written() as u64 + self.held_bytes()
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        if !self.held.is_empty() {
            self.group().map_err(failed)?;
        }
        self.writer.into_inner().map_err(failed)?.sync_all()
    }
}

fn failed(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(source) => io::Error::other(source),
        other => io::Error::other(other),
    }
}

/// How a type is stored, and what it means.
const fn stored(ty: YdbType) -> (Physical, ConvertedType) {
    match ty {
        YdbType::Bool => (Physical::BOOLEAN, ConvertedType::NONE),
        YdbType::Int8 => (Physical::INT32, ConvertedType::INT_8),
        YdbType::Int16 => (Physical::INT32, ConvertedType::INT_16),
        YdbType::Int32 => (Physical::INT32, ConvertedType::INT_32),
        YdbType::Uint8 => (Physical::INT32, ConvertedType::UINT_8),
        YdbType::Uint16 => (Physical::INT32, ConvertedType::UINT_16),
        YdbType::Uint32 => (Physical::INT32, ConvertedType::UINT_32),
        YdbType::Date | YdbType::Date32 => (Physical::INT32, ConvertedType::DATE),
        YdbType::Int64 | YdbType::Interval | YdbType::Interval64 => (Physical::INT64, ConvertedType::INT_64),
        YdbType::Uint64 => (Physical::INT64, ConvertedType::UINT_64),
        YdbType::Datetime | YdbType::Datetime64 => (Physical::INT64, ConvertedType::TIMESTAMP_MILLIS),
        YdbType::Timestamp | YdbType::Timestamp64 => (Physical::INT64, ConvertedType::TIMESTAMP_MICROS),
        YdbType::Float => (Physical::FLOAT, ConvertedType::NONE),
        YdbType::Double => (Physical::DOUBLE, ConvertedType::NONE),
        YdbType::Utf8 | YdbType::DyNumber => (Physical::BYTE_ARRAY, ConvertedType::UTF8),
        YdbType::Json | YdbType::JsonDocument => (Physical::BYTE_ARRAY, ConvertedType::JSON),
        YdbType::String | YdbType::Yson => (Physical::BYTE_ARRAY, ConvertedType::NONE),
        YdbType::Uuid => (Physical::FIXED_LEN_BYTE_ARRAY, ConvertedType::NONE),
        YdbType::Decimal { .. } => (Physical::FIXED_LEN_BYTE_ARRAY, ConvertedType::DECIMAL),
    }
}

/// A column of the schema.
fn described(column: &ColumnDef) -> Result<Type> {
    let (physical, converted) = stored(column.ty);
    let repetition = if column.is_nullable() { Repetition::OPTIONAL } else { Repetition::REQUIRED };
    let builder = Type::primitive_type_builder(column.name, physical).with_repetition(repetition);
    let builder = builder.with_converted_type(converted);
    match column.ty {
        YdbType::Uuid => builder.with_length(16).with_logical_type(Some(LogicalType::Uuid)),
        YdbType::Decimal { precision, scale } => {
            builder.with_length(16).with_precision(precision.into()).with_scale(scale.into())
        }
        _ => builder,
    }
    .build()
}

fn put_column(to: &mut SerializedColumnWriter<'_>, held: &[ValueRows], at: usize, column: &ColumnDef) -> Result<()> {
    match stored(column.ty).0 {
        Physical::BOOLEAN => put::<BoolType>(to, held, at, column, |value| match value {
            Value::Bool(x) => Some(*x),
            _ => None,
        }),
        Physical::FLOAT => put::<FloatType>(to, held, at, column, |value| match value {
            Value::Float(x) => Some(*x),
            _ => None,
        }),
        Physical::DOUBLE => put::<DoubleType>(to, held, at, column, |value| match value {
            Value::Double(x) => Some(*x),
            _ => None,
        }),
        Physical::INT32 => put::<Int32Type>(to, held, at, column, |value| match value {
            Value::Int8(x) => Some((*x).into()),
            Value::Int16(x) => Some((*x).into()),
            Value::Int32(x) | Value::Date32(x) => Some(*x),
            Value::Uint8(x) => Some((*x).into()),
            Value::Uint16(x) | Value::Date(x) => Some((*x).into()),
            Value::Uint32(x) => Some(x.cast_signed()),
            _ => None,
        }),
        Physical::FIXED_LEN_BYTE_ARRAY => put::<FixedLenByteArrayType>(to, held, at, column, |value| match value {
            Value::Uuid(x) => Some(x.to_vec().into()),
            Value::Decimal(x) => Some(x.scaled().to_be_bytes().to_vec().into()),
            _ => None,
        }),
        Physical::BYTE_ARRAY => put::<ByteArrayType>(to, held, at, column, |value| match value {
            Value::Utf8(x) | Value::DyNumber(x) | Value::Json(x) | Value::JsonDocument(x) => {
                Some(x.as_bytes().to_vec().into())
            }
            Value::String(x) | Value::Yson(x) => Some(x.to_vec().into()),
            _ => None,
        }),
        // No column is stored as INT96.
        Physical::INT64 | Physical::INT96 => put::<Int64Type>(to, held, at, column, |value| match value {
            Value::Int64(x) | Value::Timestamp64(x) | Value::Interval(x) | Value::Interval64(x) => Some(*x),
            Value::Uint64(x) | Value::Timestamp(x) => Some(x.cast_signed()),
            Value::Datetime(x) => Some(i64::from(*x) * 1000),
            Value::Datetime64(x) => x.checked_mul(1000),
            _ => None,
        }),
    }
}

/// The values of a column in all rows of a group.
fn put<D: DataType>(
    to: &mut SerializedColumnWriter<'_>,
    held: &[ValueRows],
    at: usize,
    column: &ColumnDef,
    of: impl Fn(&Value<'_>) -> Option<D::T>,
) -> Result<()> {
    let (mut values, mut levels) = (Vec::new(), Vec::new());
    for rows in held {
        for row in 0..rows.len() {
            let value = rows.value(row, at);
            let stored = of(&value).filter(|_| value.ydb_type() == Some(column.ty));
            if stored.is_none() && !(value == Value::Null && column.is_nullable()) {
                let (name, ty) = (column.name, column.ty);
                return Err(ParquetError::General(format!("the column `{name}` has {value}, which is not a {ty}")));
            }
            levels.push(i16::from(stored.is_some()));
            values.extend(stored);
        }
    }
    to.typed::<D>().write_batch(&values, column.is_nullable().then_some(&levels), None).map(drop)
}
