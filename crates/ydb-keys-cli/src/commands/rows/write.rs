//! Writes rows into files that `load` reads back as the same rows: CSV, JSON lines and Parquet.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};

use ydb_keys::Value;
use ydb_keys::schema::ColumnDef;
use ydb_keys_bulk::__internal::ValueRows;

use super::{RowFormat, Sink};
use crate::parse;

/// Creates the writer of a file with these columns.
pub(in crate::commands) fn sink(
    format: RowFormat,
    columns: &'static [ColumnDef],
    file: File,
) -> io::Result<Box<dyn Sink>> {
    let delimiter = match format {
        #[cfg(feature = "parquet")]
        RowFormat::Parquet => return Ok(Box::new(super::parquet::ParquetSink::new(columns, file)?)),
        RowFormat::Csv => Some(b','),
        RowFormat::Tsv => Some(b'\t'),
        RowFormat::Jsonl => None,
    };
    let (out, line) = (BufWriter::with_capacity(1 << 16, file), Vec::new());
    let mut sink = TextSink { columns, delimiter, out, line, bytes: 0 };
    if let Some(delimiter) = delimiter {
        for (at, column) in columns.iter().enumerate() {
            field(Some(column.name), (at > 0).then_some(delimiter), delimiter, &mut sink.line);
        }
        sink.end_line()?;
    }
    Ok(Box::new(sink))
}

struct TextSink {
    columns: &'static [ColumnDef],
    /// Delimiter of CSV; `None` for JSON lines.
    delimiter: Option<u8>,
    out: BufWriter<File>,
    /// Buffer for the current line.
    line: Vec<u8>,
    bytes: u64,
}

impl TextSink {
    fn end_line(&mut self) -> io::Result<()> {
        self.line.push(b'\n');
        self.bytes += self.line.len() as u64;
        self.out.write_all(&self.line)?;
        self.line.clear();
        Ok(())
    }
}

impl Sink for TextSink {
    fn write(&mut self, rows: ValueRows) -> io::Result<()> {
        for row in 0..rows.len() {
            for (at, column) in self.columns.iter().enumerate() {
                let value = rows.value(row, at);
                match self.delimiter {
                    Some(by) => field(parse::text(&value).as_deref(), (at > 0).then_some(by), by, &mut self.line),
                    None => member(column.name, &value, at == 0, &mut self.line)?,
                }
            }
            if self.delimiter.is_none() {
                self.line.push(b'}');
            }
            self.end_line()?;
        }
        Ok(())
    }

    fn bytes(&self) -> u64 {
        self.bytes
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.out.into_inner()?.sync_all()
    }
}

/// Writes a CSV field. NULL is empty, and an empty string is in quotes.
fn field(text: Option<&str>, before: Option<u8>, delimiter: u8, line: &mut Vec<u8>) {
    line.extend(before);
    let Some(text) = text else { return };
    let special = |byte: u8| byte == delimiter || matches!(byte, b'"' | b'\r' | b'\n');
    if !text.is_empty() && !text.bytes().any(special) {
        return line.extend_from_slice(text.as_bytes());
    }
    line.push(b'"');
    for byte in text.bytes() {
        line.extend((byte == b'"').then_some(b'"'));
        line.push(byte);
    }
    line.push(b'"');
}

/// Writes a member of a JSON object. Numbers and bools are written as JSON, other values as strings, so documents keep
/// their text.
fn member(name: &str, value: &Value<'_>, is_first: bool, line: &mut Vec<u8>) -> io::Result<()> {
    line.push(if is_first { b'{' } else { b',' });
    serde_json::to_writer(&mut *line, name)?;
    line.push(b':');
    let bare = match value {
        Value::Bool(_) => true,
        // Infinities are written as strings: JSON has none.
        Value::Float(x) => x.is_finite(),
        Value::Double(x) => x.is_finite(),
        other => other.ydb_type().is_some_and(|ty| ty.is_integer()),
    };
    match parse::text(value) {
        None => line.extend_from_slice(b"null"),
        Some(text) if bare => line.extend_from_slice(text.as_bytes()),
        Some(text) => serde_json::to_writer(line, &*text)?,
    }
    Ok(())
}
