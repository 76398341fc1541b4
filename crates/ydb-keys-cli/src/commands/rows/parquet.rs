//! Reads the rows of a Parquet file, in the order of its row groups, and writes such files.

use std::fs::File;
use std::io;
use std::sync::Arc;

use parquet::basic::{Compression, ConvertedType, LogicalType, Repetition, Type as Physical};
use parquet::data_type::{
    BoolType, ByteArrayType, DataType, Decimal, DoubleType, FixedLenByteArrayType, FloatType, Int32Type, Int64Type,
};
use parquet::errors::{ParquetError, Result};
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::record::Field;
use parquet::record::reader::RowIter;
use parquet::schema::types::Type;
use ydb_keys::schema::ColumnDef;
use ydb_keys::types::DecimalValue;
use ydb_keys::{Value, YdbType};
use ydb_keys_bulk::__internal::ValueRows;

use super::{RowCell, RowMark, Rows, RowsError, Sink};

pub(super) struct ParquetRows {
    file: String,
    names: Vec<String>,
    rows: RowIter<'static>,
    cells: Vec<Option<Content>>,
    /// Number of the next row, from 1.
    next: u64,
}

enum Content {
    Text(String),
    Bytes(Vec<u8>),
}

impl ParquetRows {
    /// Opens a file, and continues at a mark.
    pub(super) fn new(file: String, input: File, mark: RowMark) -> Result<Self, RowsError> {
        let failed = |error: ParquetError| RowsError::Parquet { file: file.clone(), reason: error.to_string() };
        let reader = SerializedFileReader::new(input).map_err(failed)?;
        let fields = reader.metadata().file_metadata().schema_descr().root_schema().get_fields();
        let names = fields.iter().map(|field| field.name().to_owned()).collect();
        let mut rows = reader.into_iter();
        for _ in RowMark::START.line..mark.line {
            rows.next().transpose().map_err(failed)?;
        }
        Ok(ParquetRows { file, names, rows, cells: Vec::new(), next: mark.line })
    }
}

impl Rows for ParquetRows {
    fn columns(&self) -> &[String] {
        &self.names
    }

    fn next(&mut self) -> Result<Option<u64>, RowsError> {
        let failed = |error: ParquetError| RowsError::Parquet { file: self.file.clone(), reason: error.to_string() };
        let Some(row) = self.rows.next().transpose().map_err(failed)? else { return Ok(None) };
        self.cells.clear();
        self.cells.extend(row.get_column_iter().map(|(_, field)| content(field)));
        self.next += 1;
        Ok(Some(self.next - 1))
    }

    fn cell(&self, column: usize) -> Option<RowCell<'_>> {
        Some(match self.cells.get(column)?.as_ref()? {
            Content::Text(text) => RowCell::Text(text),
            Content::Bytes(bytes) => RowCell::Bytes(bytes),
        })
    }

    fn mark(&self) -> RowMark {
        RowMark { byte: 0, line: self.next }
    }
}

/// Converts a value: bytes stay bytes, other values become the text that a CSV file would have.
fn content(field: &Field) -> Option<Content> {
    Some(Content::Text(match field {
        Field::Null => return None,
        Field::Bool(value) => value.to_string(),
        Field::Byte(value) => value.to_string(),
        Field::Short(value) => value.to_string(),
        Field::Int(value) => value.to_string(),
        Field::Long(value) => value.to_string(),
        Field::UByte(value) => value.to_string(),
        Field::UShort(value) => value.to_string(),
        Field::UInt(value) => value.to_string(),
        Field::ULong(value) => value.to_string(),
        Field::Float(value) => value.to_string(),
        Field::Double(value) => value.to_string(),
        Field::Str(value) => value.clone(),
        Field::Date(days) => Value::Date32(*days).to_string(),
        Field::TimestampMillis(millis) => match millis.checked_mul(1000) {
            Some(micros) => Value::Timestamp64(micros).to_string(),
            // No YDB type has times out of this range.
            None => format!("{millis} ms"),
        },
        Field::TimestampMicros(micros) => Value::Timestamp64(*micros).to_string(),
        Field::Bytes(bytes) => return Some(Content::Bytes(bytes.data().to_vec())),
        Field::Decimal(decimal) => decimal_text(decimal)?,
        // Lists, maps and structs become JSON documents.
        other => other.to_json_value().to_string(),
    }))
}

/// Returns the digits of a decimal, whose bytes are big-endian; `None` if it is longer than 16 bytes, YDB's limit.
fn decimal_text(decimal: &Decimal) -> Option<String> {
    let (bytes, scale) = (decimal.data(), u8::try_from(decimal.scale()).ok()?);
    let is_negative = bytes.first().is_some_and(|byte| *byte >= 0x80);
    let mut whole = [if is_negative { 0xff } else { 0 }; 16];
    let start = whole.len().checked_sub(bytes.len())?;
    whole[start..].copy_from_slice(bytes);
    let precision = u8::try_from(decimal.precision()).ok()?;
    Some(DecimalValue::new(i128::from_be_bytes(whole), precision, scale).to_string())
}

// Writer of Parquet files, with types that other readers know.
//
// | YDB | Parquet |
// |---|---|
// | Bool, integers, Float, Double | the same |
// | Decimal(p, s) | DECIMAL(p, s) of 16 bytes |
// | Utf8, DyNumber; Json, JsonDocument; String, Yson | UTF8; JSON; bytes |
// | Uuid | UUID |
// | Date, Date32 | DATE |
// | Datetime, Datetime64; Timestamp, Timestamp64 | TIMESTAMP of milliseconds; of microseconds |
// | Interval, Interval64 | INT64, the microseconds |

/// Target size of a row group in memory, in bytes.
const GROUP: u64 = 16 << 20;

pub(super) struct ParquetSink {
    columns: &'static [ColumnDef],
    writer: SerializedFileWriter<File>,
    /// Rows of the next row group.
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

/// Returns the physical and the logical Parquet type of a YDB type.
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

/// Describes a column for the Parquet schema.
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
        // INT96 never occurs: no YDB type is stored so.
        Physical::INT64 | Physical::INT96 => put::<Int64Type>(to, held, at, column, |value| match value {
            Value::Int64(x) | Value::Timestamp64(x) | Value::Interval(x) | Value::Interval64(x) => Some(*x),
            Value::Uint64(x) | Value::Timestamp(x) => Some(x.cast_signed()),
            Value::Datetime(x) => Some(i64::from(*x) * 1000),
            Value::Datetime64(x) => x.checked_mul(1000),
            _ => None,
        }),
    }
}

/// Writes the values of a column, for all rows of a group.
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
