//! Why the rows of a file could not be read, as a sentence.

use std::io;

/// YDB's limit of a table's columns.
pub(super) const MOST_COLUMNS: usize = 200;

/// The most megabytes of a row: a quote that is not closed would take all memory. YDB takes rows of 8 MB; as text they
/// may be longer.
pub(super) const MOST_MB: u64 = 32;

#[derive(Debug, thiserror::Error)]
pub(in crate::commands) enum RowsError {
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
    /// The line of the one row that cannot be read, after which the others can, and why it cannot.
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
