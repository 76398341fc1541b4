//! Reads the rows of a file or of the standard input: CSV, JSON lines or Parquet. Also writes files of rows.

mod csv;
mod json;
#[cfg(feature = "parquet")]
mod parquet;
mod write;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek as _, SeekFrom};
use std::path::Path;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use ydb_keys_bulk::__internal::ValueRows;

use csv::CsvRows;
use json::JsonRows;
pub(super) use write::sink;

/// Reader of the rows of a file. After an error [of a row](RowsError::of_row) the next row can be read.
pub(super) trait Rows {
    /// Returns the columns: those of the header, or for JSON lines those of the rows so far.
    fn columns(&self) -> &[String];

    /// Reads the next row. Returns its line, or its number in a format without lines; `None` after the last row.
    fn next(&mut self) -> Result<Option<u64>, RowsError>;

    /// Returns the value of the current row in a column; `None` for NULL.
    fn cell(&self, column: usize) -> Option<RowCell<'_>>;

    /// Returns the place of the next row.
    fn mark(&self) -> RowMark;
}

/// Writer of a file with rows.
pub(super) trait Sink: Send {
    fn write(&mut self, rows: ValueRows) -> io::Result<()>;

    /// Returns the size of the file in bytes, roughly.
    fn bytes(&self) -> u64;

    /// Writes the remaining rows, and waits for the disk.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// Value of a row in a column.
#[derive(Clone, Copy, Debug)]
pub(super) enum RowCell<'a> {
    Text(&'a str),
    /// Empty CSV field in quotes, `""`: an empty string, or NULL in a column that has no strings.
    Empty,
    /// Bytes, which only Parquet has.
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "only Parquet makes them"))]
    Bytes(&'a [u8]),
}

/// Place in a file where a row begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RowMark {
    pub(super) byte: u64,
    /// Number of the line, or of the row in a format without lines.
    pub(super) line: u64,
}

impl RowMark {
    pub(super) const START: RowMark = RowMark { byte: 0, line: 1 };
}

impl Default for RowMark {
    fn default() -> Self {
        RowMark::START
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum RowFormat {
    /// Comma-separated, the first line names the columns
    Csv,
    /// Tab-separated, the first line names the columns
    Tsv,
    /// A JSON object in each line
    Jsonl,
    /// Apache Parquet
    #[cfg(feature = "parquet")]
    Parquet,
}

/// File with rows, or `-` for the standard input.
pub(super) struct RowsFile<'p>(pub(in crate::commands) &'p Path);

pub(super) struct RowsOptions<'a> {
    pub(in crate::commands) format: Option<RowFormat>,
    pub(in crate::commands) delimiter: Option<char>,
    /// Text of NULL in a CSV file.
    pub(in crate::commands) null: &'a str,
    /// Place to begin at, after the header; `None` for the beginning.
    pub(in crate::commands) from: Option<RowMark>,
}

impl RowsFile<'_> {
    pub(in crate::commands) fn is_stdin(&self) -> bool {
        self.0 == Path::new("-")
    }

    /// Returns the name of the file for messages.
    pub(in crate::commands) fn text(&self) -> String {
        if self.is_stdin() { "the standard input".to_owned() } else { format!("`{}`", self.0.display()) }
    }

    fn has_extension(&self, of: &[&str]) -> bool {
        let extension = self.0.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        of.iter().any(|other| extension.eq_ignore_ascii_case(other))
    }

    /// Returns the given format, or else guesses it from the file's name.
    pub(in crate::commands) fn format(&self, said: Option<RowFormat>) -> Result<RowFormat, RowsError> {
        Ok(match said {
            Some(format) => format,
            None if self.has_extension(&["csv", "txt"]) => RowFormat::Csv,
            None if self.has_extension(&["tsv"]) => RowFormat::Tsv,
            None if self.has_extension(&["jsonl", "ndjson", "json"]) => RowFormat::Jsonl,
            #[cfg(feature = "parquet")]
            None if self.has_extension(&["parquet"]) => RowFormat::Parquet,
            None => return Err(RowsError::Format { file: self.text() }),
        })
    }

    fn open(&self, at: u64) -> Result<File, RowsError> {
        let opened = File::open(self.0).and_then(|mut file| file.seek(SeekFrom::Start(at)).map(|_| file));
        opened.map_err(|source| RowsError::Read { file: self.text(), source })
    }
}

/// Opens a file, and reads its header if the format has one.
pub(super) fn open<'a>(
    data: &RowsFile<'_>,
    reading: &RowsOptions<'_>,
    stdin: &'a mut dyn BufRead,
) -> Result<Box<dyn Rows + 'a>, RowsError> {
    let (file, format) = (data.text(), data.format(reading.format)?);
    let buffered =
        |at| -> Result<Box<dyn BufRead>, RowsError> { Ok(Box::new(BufReader::with_capacity(1 << 16, data.open(at)?))) };
    let from = reading.from.unwrap_or(RowMark::START);
    let is_tsv = format == RowFormat::Tsv || data.has_extension(&["tsv"]);
    match format {
        #[cfg(feature = "parquet")]
        RowFormat::Parquet if data.is_stdin() => Err(RowsError::ParquetStream),
        #[cfg(feature = "parquet")]
        RowFormat::Parquet => Ok(Box::new(parquet::ParquetRows::new(file, data.open(0)?, from)?)),
        RowFormat::Jsonl if data.is_stdin() => Ok(Box::new(JsonRows::new(file, Box::new(stdin), from))),
        RowFormat::Jsonl => Ok(Box::new(JsonRows::new(file, buffered(from.byte)?, from))),
        RowFormat::Csv | RowFormat::Tsv => {
            let delimiter = match reading.delimiter {
                Some(said) => u8::try_from(said).ok().filter(u8::is_ascii).ok_or(RowsError::Delimiter(said))?,
                None if is_tsv => b'\t',
                None => b',',
            };
            let input: Box<dyn BufRead + 'a> = if data.is_stdin() { Box::new(stdin) } else { buffered(0)? };
            let rows = CsvRows::new(file, input, delimiter, reading.null.to_owned())?;
            Ok(Box::new(match reading.from {
                Some(mark) if mark != RowMark::START => rows.at(buffered(mark.byte)?, mark),
                _ => rows,
            }))
        }
    }
}

/// YDB's limit on the columns of a table.
const MOST_COLUMNS: usize = 200;

/// Most megabytes of a row: a quote that is not closed would otherwise take all memory. YDB accepts rows of 8 MB; as
/// text they may be longer.
const MOST_MB: u64 = 32;

#[derive(Debug, thiserror::Error)]
pub(super) enum RowsError {
    #[error("cannot read {file}: {source}")]
    Read { file: String, source: io::Error },
    #[error("{file} is empty")]
    Empty { file: String },
    #[error("the format of {file} is unknown: pass `--format csv` or `--format jsonl`")]
    Format { file: String },
    #[error("{file} is not text: the first line of a CSV file names its columns")]
    Binary { file: String },
    #[error("{file}, line {line}: not valid UTF-8; convert the file, e.g. with `iconv -t UTF-8`")]
    Utf8 { file: String, line: u64 },
    #[error("{file}, line 1: column {place} has no name")]
    Unnamed { file: String, place: usize },
    #[error("{file}, line {line}: two columns are called `{name}`")]
    Twice { file: String, line: u64, name: String },
    #[error("{file}, line {line}: more than {MOST_COLUMNS} columns; a YDB table has at most {MOST_COLUMNS}")]
    Columns { file: String, line: u64 },
    #[error("{file}, line {line}: {found} fields, but the header has {expected}{hint}")]
    Width { file: String, line: u64, found: u64, expected: usize, hint: &'static str },
    #[error("{file}, line {line}: a row of more than {limit} MB; is a quote not closed?")]
    Long { file: String, line: u64, limit: u64 },
    #[error("{file}, line {line}: a quote of this row is not closed; is the file cut off?")]
    Quote { file: String, line: u64 },
    #[error("{file}, line {line}: not a JSON object: {reason}")]
    Json { file: String, line: u64, reason: String },
    #[error("--delimiter: `{0}` is not one ASCII character")]
    Delimiter(char),
    #[cfg(feature = "parquet")]
    #[error("{file} is not a Parquet file that can be read: {reason}")]
    Parquet { file: String, reason: String },
    #[cfg(feature = "parquet")]
    #[error("Parquet is read from a file, not from the standard input")]
    ParquetStream,
}

impl RowsError {
    /// Returns the line and the reason, if only one row cannot be read and the next ones can.
    pub(in crate::commands) fn of_row(&self) -> Option<(u64, String)> {
        let (file, line) = match self {
            RowsError::Utf8 { file, line } | RowsError::Twice { file, line, .. } => (file, line),
            RowsError::Width { file, line, .. } | RowsError::Json { file, line, .. } => (file, line),
            _ => return None,
        };
        let text = self.to_string();
        let place = format!("{file}, line {line}: ");
        Some((*line, text.strip_prefix(&place).unwrap_or(&text).to_owned()))
    }
}
