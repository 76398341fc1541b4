//! Rows of JSON lines: an object in each line. A column that a row lacks is NULL in it.

use std::fmt;
use std::io::{BufRead, Read as _};

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use super::super::error::{AdviseError, MOST_COLUMNS};
use super::bounded::MOST_MB;
use super::source::Source;
use crate::advise::Intake;

pub(super) fn read(input: &mut dyn BufRead, source: &mut Source<'_>) -> Result<Intake, AdviseError> {
    let mut intake = Intake::new([]);
    let mut text = Vec::new();
    let mut number = 0;
    loop {
        text.clear();
        number += 1;
        let failed = |error| AdviseError::Read { file: source.file.clone(), source: error };
        let read = (&mut *input).take(MOST_MB << 20).read_until(b'\n', &mut text).map_err(failed)?;
        if read == 0 {
            break;
        }
        if read as u64 == MOST_MB << 20 {
            return Err(AdviseError::Long { file: source.file.clone(), line: number, limit: MOST_MB });
        }
        if text.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        line(&text, number, &mut intake, source)?;
    }
    if intake.rows() == 0 { Err(AdviseError::Empty { file: source.file.clone() }) } else { Ok(intake) }
}

fn line(text: &[u8], number: u64, intake: &mut Intake, source: &mut Source<'_>) -> Result<(), AdviseError> {
    let file = || source.file.clone();
    let text = str::from_utf8(text).map_err(|_| AdviseError::Utf8 { file: file(), line: number })?;
    let Row(fields) = serde_json::from_str(text).map_err(|error| AdviseError::Json {
        file: file(),
        line: number,
        reason: reason(&error.to_string()),
    })?;
    let mut cells: Vec<Option<String>> = vec![None; intake.width()];
    for (name, value) in fields {
        let position = match intake.position(&name) {
            Some(position) => position,
            None if intake.width() == MOST_COLUMNS => {
                return Err(AdviseError::Columns { file: file(), line: number });
            }
            None => {
                let said = source.said(&name);
                cells.push(None);
                intake.add(name, said)
            }
        };
        if let Some(cell) = cells.get_mut(position) {
            *cell = match value {
                Value::Null => None,
                Value::String(text) => Some(text),
                // Numbers, bools, and documents as they are written.
                other => Some(other.to_string()),
            };
        }
    }
    let cells: Vec<Option<&str>> = cells.iter().map(Option::as_deref).collect();
    source.push(intake, number, &cells)
}

/// Without the position, which counts the lines of a row.
fn reason(error: &str) -> String {
    error.split(" at line ").next().unwrap_or_default().to_owned()
}

/// The fields of an object in their order.
struct Row(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Row {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = Row;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Row, A::Error> {
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
