//! Rows of a CSV file with a header.

use std::io::{self, BufRead};

use csv::{ErrorKind, Reader, ReaderBuilder, StringRecord};

use super::bounded::{Bounded, MOST_MB};
use super::error::{MOST_COLUMNS, RowsError};
use super::{Cell, Mark, Rows};

pub(super) struct CsvRows<'a> {
    file: String,
    reader: Reader<Bounded<'a>>,
    record: StringRecord,
    names: Vec<String>,
    /// What NULL is written as.
    null: String,
    /// Where the reader began.
    base: Mark,
}

impl<'a> CsvRows<'a> {
    /// Reads the header.
    pub(super) fn new(
        file: String,
        input: Box<dyn BufRead + 'a>,
        delimiter: u8,
        null: String,
    ) -> Result<Self, RowsError> {
        let mut reader = reader(input, delimiter);
        let mut record = StringRecord::new();
        if !reader.read_record(&mut record).map_err(|error| failed(&file, error, 1, true))? {
            return Err(RowsError::Empty { file });
        }
        let names = header(&record, &file)?;
        Ok(CsvRows { file, reader, record, names, null, base: Mark::START })
    }

    /// Goes on in an input that begins at a mark.
    pub(super) fn at(self, input: Box<dyn BufRead + 'a>, delimiter: u8, mark: Mark) -> Self {
        CsvRows { reader: reader(input, delimiter), base: mark, ..self }
    }

    fn line(&self, of_reader: u64) -> u64 {
        self.base.line + of_reader.saturating_sub(1)
    }
}

fn reader(input: Box<dyn BufRead + '_>, delimiter: u8) -> Reader<Bounded<'_>> {
    let mut builder = ReaderBuilder::new();
    // A row of another width is reported with its line, and not as the error of the reader.
    builder.delimiter(delimiter).has_headers(false).flexible(true);
    builder.from_reader(Bounded::new(input))
}

impl Rows for CsvRows<'_> {
    fn columns(&self) -> &[String] {
        &self.names
    }

    fn next(&mut self) -> Result<Option<u64>, RowsError> {
        self.reader.get_mut().next_row();
        // Where the row begins; an error of the input itself has no position.
        let begins = self.reader.position().line();
        if !self.reader.read_record(&mut self.record).map_err(|error| {
            let line = match error.kind() {
                ErrorKind::Utf8 { pos: Some(pos), .. } => pos.line(),
                _ => begins,
            };
            failed(&self.file, error, self.line(line), false)
        })? {
            return Ok(None);
        }
        let line = self.line(self.record.position().map_or(begins, csv::Position::line));
        let expected = self.names.len();
        if self.record.len() != expected {
            let hint = if expected == 1 { "; pass what separates the fields with `--delimiter`" } else { "" };
            let (file, found) = (self.file.clone(), self.record.len() as u64);
            return Err(RowsError::Width { file, line, found, expected, hint });
        }
        Ok(Some(line))
    }

    fn cell(&self, column: usize) -> Option<Cell<'_>> {
        self.record.get(column).filter(|field| *field != self.null).map(Cell::Text)
    }

    fn mark(&self) -> Mark {
        let position = self.reader.position();
        Mark { byte: self.base.byte + position.byte(), line: self.line(position.line()) }
    }
}

fn header(record: &StringRecord, file: &str) -> Result<Vec<String>, RowsError> {
    let file = || file.to_owned();
    let mut names: Vec<String> = Vec::with_capacity(record.len());
    for (place, name) in record.iter().enumerate() {
        // csv does not remove the mark that some programs put at the start of a file.
        let name = name.trim_start_matches('\u{feff}').trim();
        if name.contains(|c: char| c.is_control()) {
            return Err(RowsError::Binary { file: file() });
        }
        if name.is_empty() {
            return Err(RowsError::Unnamed { file: file(), place: place + 1 });
        }
        if names.iter().any(|other| other == name) {
            return Err(RowsError::Twice { file: file(), name: name.to_owned() });
        }
        names.push(name.to_owned());
    }
    if names.len() > MOST_COLUMNS {
        return Err(RowsError::Columns { file: file(), line: 1 });
    }
    Ok(names)
}

fn failed(file: &str, error: csv::Error, line: u64, is_header: bool) -> RowsError {
    let file = file.to_owned();
    match error.into_kind() {
        ErrorKind::Utf8 { .. } if is_header => RowsError::Binary { file },
        ErrorKind::Utf8 { .. } => RowsError::Utf8 { file, line },
        ErrorKind::Io(source) if source.kind() == io::ErrorKind::FileTooLarge => {
            RowsError::Long { file, line, limit: MOST_MB }
        }
        ErrorKind::Io(source) => RowsError::Read { file, source },
        other => RowsError::Read { file, source: io::Error::other(format!("{other:?}")) },
    }
}
