//! Rows of a Parquet file, in the order of its row groups.

use std::fs::File;

use parquet::data_type::Decimal;
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::Field;
use parquet::record::reader::RowIter;
use ydb_keys::Value;
use ydb_keys::types::DecimalValue;

use super::error::RowsError;
use super::{Cell, Mark, Rows};

pub(super) struct ParquetRows {
    file: String,
    names: Vec<String>,
    rows: RowIter<'static>,
    cells: Vec<Option<Content>>,
    /// The number of the next row, from 1.
    next: u64,
}

enum Content {
    Text(String),
    Bytes(Vec<u8>),
}

impl ParquetRows {
    /// The rows from a mark on.
    pub(super) fn new(file: String, input: File, mark: Mark) -> Result<Self, RowsError> {
        let failed = |error: ParquetError| RowsError::Parquet { file: file.clone(), reason: error.to_string() };
        let reader = SerializedFileReader::new(input).map_err(failed)?;
        let fields = reader.metadata().file_metadata().schema_descr().root_schema().get_fields();
        let names = fields.iter().map(|field| field.name().to_owned()).collect();
        let mut rows = reader.into_iter();
        for _ in Mark::START.line..mark.line {
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

    fn cell(&self, column: usize) -> Option<Cell<'_>> {
        Some(match self.cells.get(column)?.as_ref()? {
            Content::Text(text) => Cell::Text(text),
            Content::Bytes(bytes) => Cell::Bytes(bytes),
        })
    }

    fn mark(&self) -> Mark {
        Mark { byte: 0, line: self.next }
    }
}

/// A value: bytes as they are, all else as a CSV file would have it.
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
            // No type has it.
            None => format!("{millis} ms"),
        },
        Field::TimestampMicros(micros) => Value::Timestamp64(*micros).to_string(),
        Field::Bytes(bytes) => return Some(Content::Bytes(bytes.data().to_vec())),
        Field::Decimal(decimal) => decimal_text(decimal)?,
        // Lists, maps and structs as documents.
        other => other.to_json_value().to_string(),
    }))
}

/// The digits of a decimal, whose bytes are big-endian and at most 16 for a type of YDB.
fn decimal_text(decimal: &Decimal) -> Option<String> {
    let (bytes, scale) = (decimal.data(), u8::try_from(decimal.scale()).ok()?);
    let is_negative = bytes.first().is_some_and(|byte| *byte >= 0x80);
    let mut whole = [if is_negative { 0xff } else { 0 }; 16];
    let start = whole.len().checked_sub(bytes.len())?;
    whole[start..].copy_from_slice(bytes);
    let precision = u8::try_from(decimal.precision()).ok()?;
    Some(DecimalValue::new(i128::from_be_bytes(whole), precision, scale).to_string())
}
