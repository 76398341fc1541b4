//! Rows of a Parquet file, in the order of its row groups.

use std::fs::File;

use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::{Field, Row};
use ydb_keys::__internal::types::uuid_text;
use ydb_keys::Value;

use super::super::error::AdviseError;
use super::source::Source;
use crate::advise::Intake;

pub(super) fn read(file: File, source: &mut Source<'_>) -> Result<Intake, AdviseError> {
    let name = source.file.clone();
    let failed = |error: ParquetError| AdviseError::Parquet { file: name.clone(), reason: error.to_string() };
    let reader = SerializedFileReader::new(file).map_err(failed)?;
    let fields = reader.metadata().file_metadata().schema_descr().root_schema().get_fields();
    let columns: Vec<String> = fields.iter().map(|field| field.name().to_owned()).collect();
    let mut intake = Intake::new(columns.into_iter().map(|name| {
        let said = source.said(&name);
        (name, said)
    }));
    let rows = reader.get_row_iter(None).map_err(failed)?;
    for (number, row) in rows.enumerate() {
        let texts = texts(&row.map_err(failed)?);
        let cells: Vec<Option<&str>> = texts.iter().map(Option::as_deref).collect();
        // A row of this format has a number, and no line.
        source.push(&mut intake, number as u64 + 1, &cells)?;
    }
    if intake.rows() == 0 { Err(AdviseError::Empty { file: name }) } else { Ok(intake) }
}

fn texts(row: &Row) -> Vec<Option<String>> {
    row.get_column_iter().map(|(_, field)| text(field)).collect()
}

/// The text of a value, as a CSV file would have it.
fn text(field: &Field) -> Option<String> {
    Some(match field {
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
        Field::TimestampMillis(millis) => Value::Timestamp64(millis.checked_mul(1000)?).to_string(),
        Field::TimestampMicros(micros) => Value::Timestamp64(*micros).to_string(),
        Field::Bytes(bytes) => bytes_text(bytes.data()),
        // Lists, maps and structs as documents.
        other => other.to_json_value().to_string(),
    })
}

/// Bytes that are a text, or 16 of them as a UUID, or their digits.
fn bytes_text(bytes: &[u8]) -> String {
    if let Ok(text) = str::from_utf8(bytes) {
        return text.to_owned();
    }
    match <&[u8; 16]>::try_from(bytes) {
        Ok(uuid) => String::from_utf8_lossy(&uuid_text(uuid)).into_owned(),
        Err(_) => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
    }
}
