//! Reads the rows of JSON lines: an object in each line. A missing column is NULL.

use std::fmt;
use std::io::{BufRead, Read as _};

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::{MOST_COLUMNS, MOST_MB, RowCell, RowMark, Rows, RowsError};

pub(super) struct JsonRows<'a> {
    file: String,
    input: Box<dyn BufRead + 'a>,
    text: Vec<u8>,
    names: Vec<String>,
    cells: Vec<Option<String>>,
    mark: RowMark,
}

impl<'a> JsonRows<'a> {
    /// Reads rows from an input that begins at a mark.
    pub(super) fn new(file: String, input: Box<dyn BufRead + 'a>, mark: RowMark) -> Self {
        JsonRows { file, input, text: Vec::new(), names: Vec::new(), cells: Vec::new(), mark }
    }

    fn parse(&mut self, line: u64) -> Result<(), RowsError> {
        let file = || self.file.clone();
        let text = str::from_utf8(&self.text).map_err(|_| RowsError::Utf8 { file: file(), line })?;
        let bad = |error: serde_json::Error| RowsError::Json { file: file(), line, reason: reason(&error.to_string()) };
        let Row(fields) = serde_json::from_str(text).map_err(bad)?;
        // A name that occurs twice is an error: readers differ in which value counts.
        let twice =
            |(at, (name, _)): &(usize, &(String, &RawValue))| fields[..*at].iter().any(|(other, _)| other == name);
        if let Some((_, (name, _))) = fields.iter().enumerate().find(twice) {
            return Err(RowsError::Twice { file: file(), line, name: name.clone() });
        }
        self.cells.fill(None);
        for (name, value) in fields {
            let position = match self.names.iter().position(|other| *other == name) {
                Some(position) => position,
                None if self.names.len() == MOST_COLUMNS => return Err(RowsError::Columns { file: file(), line }),
                None => {
                    self.names.push(name);
                    self.cells.push(None);
                    self.names.len() - 1
                }
            };
            self.cells[position] = match value.get() {
                "null" => None,
                text if text.starts_with('"') => Some(serde_json::from_str(text).map_err(bad)?),
                // Numbers, bools and documents keep their text.
                text => Some(text.to_owned()),
            };
        }
        Ok(())
    }
}

impl Rows for JsonRows<'_> {
    fn columns(&self) -> &[String] {
        &self.names
    }

    fn next(&mut self) -> Result<Option<u64>, RowsError> {
        loop {
            self.text.clear();
            let failed = |error| RowsError::Read { file: self.file.clone(), source: error };
            let mut input = (&mut *self.input).take(MOST_MB << 20);
            let read = input.read_until(b'\n', &mut self.text).map_err(failed)? as u64;
            let line = self.mark.line;
            if read == 0 {
                return Ok(None);
            }
            if read == MOST_MB << 20 {
                return Err(RowsError::Long { file: self.file.clone(), line, limit: MOST_MB });
            }
            self.mark = RowMark { byte: self.mark.byte + read, line: line + 1 };
            if !self.text.iter().all(u8::is_ascii_whitespace) {
                return self.parse(line).map(|()| Some(line));
            }
        }
    }

    fn cell(&self, column: usize) -> Option<RowCell<'_>> {
        self.cells.get(column)?.as_deref().map(RowCell::Text)
    }

    fn mark(&self) -> RowMark {
        self.mark
    }
}

/// Returns the error without its position, which counts the lines within a row.
fn reason(error: &str) -> String {
    error.split(" at line ").next().unwrap_or_default().to_owned()
}

/// Names and values of an object, in their order.
struct Row<'a>(Vec<(String, &'a RawValue)>);

impl<'de> Deserialize<'de> for Row<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = Row<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Row<'de>, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Row(fields))
            }
        }
        deserializer.deserialize_map(Fields)
    }
}
