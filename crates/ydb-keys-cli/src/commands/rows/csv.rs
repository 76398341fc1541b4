//! Reads the rows of a CSV file with a header.

use std::io::BufRead;

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

use super::{MOST_COLUMNS, MOST_MB, RowCell, RowMark, Rows, RowsError};

pub(super) struct CsvRows<'a> {
    file: String,
    input: Box<dyn BufRead + 'a>,
    reader: Reader,
    delimiter: u8,
    /// Bytes of the current row, as in the file.
    raw: Vec<u8>,
    /// Fields of the current row, joined; `ends` has the end of each.
    fields: Vec<u8>,
    ends: Vec<usize>,
    /// Number of fields of the current row.
    len: usize,
    /// `true` for each field in quotes; filled only if some field equals the text of NULL.
    quoted: Vec<bool>,
    names: Vec<String>,
    /// Text that means NULL if it is not in quotes.
    null: String,
    /// Place of the next row.
    mark: RowMark,
}

impl<'a> CsvRows<'a> {
    /// Opens the input, and reads the header.
    pub(super) fn new(
        file: String,
        input: Box<dyn BufRead + 'a>,
        delimiter: u8,
        null: String,
    ) -> Result<Self, RowsError> {
        let (raw, fields, ends) = (Vec::new(), vec![0; 1 << 10], vec![0; 64]);
        let (names, quoted, mark) = (Vec::new(), Vec::new(), RowMark::START);
        let reader = reader(delimiter);
        let mut rows = CsvRows { file, input, reader, delimiter, raw, fields, ends, len: 0, quoted, names, null, mark };
        if rows.record()?.is_none() {
            return Err(RowsError::Empty { file: rows.file });
        }
        let record: Option<Vec<&str>> = (0..rows.len).map(|at| str::from_utf8(rows.field(at)?).ok()).collect();
        let record = record.ok_or_else(|| RowsError::Binary { file: rows.file.clone() })?;
        rows.names = header(&record, &rows.file)?;
        Ok(rows)
    }

    /// Continues in an input that begins at a mark.
    pub(super) fn at(self, input: Box<dyn BufRead + 'a>, mark: RowMark) -> Self {
        CsvRows { reader: reader(self.delimiter), input, mark, ..self }
    }

    /// Reads a record. Returns its line, or `None` at the end.
    fn record(&mut self) -> Result<Option<u64>, RowsError> {
        self.raw.clear();
        let (mut bytes, mut ends) = (0, 0);
        let found = loop {
            let failed = |source| RowsError::Read { file: self.file.clone(), source };
            let input = self.input.fill_buf().map_err(failed)?;
            let (result, read, written, ended) =
                self.reader.read_record(input, &mut self.fields[bytes..], &mut self.ends[ends..]);
            self.raw.extend_from_slice(&input[..read]);
            self.input.consume(read);
            (bytes, ends) = (bytes + written, ends + ended);
            match result {
                ReadRecordResult::InputEmpty if self.raw.len() as u64 > MOST_MB << 20 => {
                    return Err(RowsError::Long { file: self.file.clone(), line: self.mark.line, limit: MOST_MB });
                }
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull => self.fields.resize(self.fields.len() * 2, 0),
                ReadRecordResult::OutputEndsFull => self.ends.resize(self.ends.len() * 2, 0),
                ReadRecordResult::Record => break true,
                ReadRecordResult::End => break false,
            }
        };
        self.len = ends;
        // The raw bytes include empty lines and the rest of the previous line break.
        let line = self.mark.line + lines(&self.raw[..blank(&self.raw)]);
        self.mark.line += lines(&self.raw);
        self.mark.byte += self.raw.len() as u64;
        // Only the end of the file can end a row within quotes.
        let failed = |source| RowsError::Read { file: self.file.clone(), source };
        let is_last = found && self.input.fill_buf().map_err(failed)?.is_empty();
        if is_last && quoted(&self.raw, self.delimiter).is_none() {
            return Err(RowsError::Quote { file: self.file.clone(), line });
        }
        Ok(found.then_some(line))
    }

    fn field(&self, at: usize) -> Option<&[u8]> {
        let ends = &self.ends[..self.len];
        self.fields.get(at.checked_sub(1).map_or(0, |before| ends[before])..*ends.get(at)?)
    }
}

fn reader(delimiter: u8) -> Reader {
    ReaderBuilder::new().delimiter(delimiter).build()
}

fn lines(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|byte| **byte == b'\n').count() as u64
}

/// Returns the number of line break bytes before a record.
fn blank(raw: &[u8]) -> usize {
    raw.iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count()
}

/// Returns for each field of a record `true` if it is in quotes; `None` if the last quotes are not closed.
fn quoted(raw: &[u8], delimiter: u8) -> Option<Vec<bool>> {
    let mut rest = &raw[blank(raw)..];
    let mut found = Vec::new();
    loop {
        let is_quoted = rest.first() == Some(&b'"');
        found.push(is_quoted);
        let mut inside = false;
        let end = rest.iter().position(|&byte| {
            // A doubled quote closes the quotes, and opens them again.
            inside ^= is_quoted && byte == b'"';
            byte == delimiter && !inside
        });
        match end {
            Some(end) => rest = &rest[end + 1..],
            None => return (!inside).then_some(found),
        }
    }
}

impl Rows for CsvRows<'_> {
    fn columns(&self) -> &[String] {
        &self.names
    }

    fn next(&mut self) -> Result<Option<u64>, RowsError> {
        let Some(line) = self.record()? else { return Ok(None) };
        let expected = self.names.len();
        let file = || self.file.clone();
        if self.len != expected {
            let hint = if expected == 1 { "; pass what separates the fields with `--delimiter`" } else { "" };
            return Err(RowsError::Width { file: file(), line, found: self.len as u64, expected, hint });
        }
        if (0..self.len).any(|at| self.field(at).is_none_or(|field| str::from_utf8(field).is_err())) {
            return Err(RowsError::Utf8 { file: file(), line });
        }
        self.quoted = if (0..self.len).any(|at| self.field(at) == Some(self.null.as_bytes())) {
            quoted(&self.raw, self.delimiter).unwrap_or_default()
        } else {
            Vec::new()
        };
        Ok(Some(line))
    }

    fn cell(&self, column: usize) -> Option<RowCell<'_>> {
        let text = str::from_utf8(self.field(column)?).ok()?;
        if text != self.null {
            return Some(RowCell::Text(text));
        }
        let is_quoted = self.quoted.get(column).is_some_and(|quoted| *quoted);
        is_quoted.then_some(if text.is_empty() { RowCell::Empty } else { RowCell::Text(text) })
    }

    fn mark(&self) -> RowMark {
        self.mark
    }
}

fn header(record: &[&str], file: &str) -> Result<Vec<String>, RowsError> {
    let file = || file.to_owned();
    let mut names: Vec<String> = Vec::with_capacity(record.len());
    for (place, name) in record.iter().enumerate() {
        // The CSV reader does not remove the byte order mark that some programs write.
        let name = name.trim_start_matches('\u{feff}').trim();
        if name.contains(|c: char| c.is_control()) {
            return Err(RowsError::Binary { file: file() });
        }
        if name.is_empty() {
            return Err(RowsError::Unnamed { file: file(), place: place + 1 });
        }
        if names.iter().any(|other| other == name) {
            return Err(RowsError::Twice { file: file(), line: 1, name: name.to_owned() });
        }
        names.push(name.to_owned());
    }
    if names.len() > MOST_COLUMNS {
        return Err(RowsError::Columns { file: file(), line: 1 });
    }
    Ok(names)
}
