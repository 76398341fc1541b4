//! Rows of a CSV file with a header. An empty field is NULL.

use std::io::{self, BufRead};

use csv::{ErrorKind, ReaderBuilder, StringRecord};

use super::super::error::{AdviseError, MOST_COLUMNS};
use super::bounded::{Bounded, MOST_MB};
use super::source::Source;
use crate::advise::Intake;

pub(super) fn read(input: &mut dyn BufRead, delimiter: u8, source: &mut Source<'_>) -> Result<Intake, AdviseError> {
    let file = source.file.clone();
    let mut builder = ReaderBuilder::new();
    // A row of another width is reported with its line, and not as the error of the reader.
    builder.delimiter(delimiter).has_headers(false).flexible(true);
    let mut reader = builder.from_reader(Bounded::new(input));
    let mut record = StringRecord::new();
    if !reader.read_record(&mut record).map_err(|error| failed(&file, error, 1, true))? {
        return Err(AdviseError::Empty { file });
    }
    let mut intake = header(&record, source)?;
    let width = intake.width();
    loop {
        reader.get_mut().next_row();
        // Where the row begins; an error of the input itself has no position.
        let line = reader.position().line();
        if !reader.read_record(&mut record).map_err(|error| failed(&file, error, line, false))? {
            break;
        }
        let line = record.position().map_or(line, csv::Position::line);
        if record.len() != width {
            let hint = if width == 1 { "; pass what separates the fields with `--delimiter`" } else { "" };
            return Err(AdviseError::Width { file, line, found: record.len() as u64, expected: width, hint });
        }
        let cells: Vec<Option<&str>> = record.iter().map(|field| (!field.is_empty()).then_some(field)).collect();
        source.push(&mut intake, line, &cells)?;
    }
    if intake.rows() == 0 { Err(AdviseError::NoRows { file }) } else { Ok(intake) }
}

fn header(record: &StringRecord, source: &Source<'_>) -> Result<Intake, AdviseError> {
    let file = || source.file.clone();
    let mut names: Vec<String> = Vec::with_capacity(record.len());
    for (place, name) in record.iter().enumerate() {
        // csv does not remove the mark that some programs put at the start of a file.
        let name = name.trim_start_matches('\u{feff}').trim();
        if name.contains(|c: char| c.is_control()) {
            return Err(AdviseError::Binary { file: file() });
        }
        if name.is_empty() {
            return Err(AdviseError::Unnamed { file: file(), place: place + 1 });
        }
        if names.iter().any(|other| other == name) {
            return Err(AdviseError::Twice { file: file(), name: name.to_owned() });
        }
        names.push(name.to_owned());
    }
    if names.len() > MOST_COLUMNS {
        return Err(AdviseError::Columns { file: file(), line: 1 });
    }
    Ok(Intake::new(names.into_iter().map(|name| {
        let said = source.said(&name);
        (name, said)
    })))
}

fn failed(file: &str, error: csv::Error, line: u64, is_header: bool) -> AdviseError {
    let file = file.to_owned();
    match error.into_kind() {
        ErrorKind::Utf8 { .. } if is_header => AdviseError::Binary { file },
        ErrorKind::Utf8 { pos, .. } => AdviseError::Utf8 { file, line: pos.map_or(line, |pos| pos.line()) },
        ErrorKind::Io(source) if source.kind() == io::ErrorKind::FileTooLarge => {
            AdviseError::Long { file, line, limit: MOST_MB }
        }
        ErrorKind::Io(source) => AdviseError::Read { file, source },
        other => AdviseError::Read { file, source: io::Error::other(format!("{other:?}")) },
    }
}
