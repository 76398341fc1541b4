//! The rows of a file, or of the standard input, one after the other: CSV, JSON lines and Parquet; and files of rows.

mod csv;
mod error;
mod json;
mod open;
#[cfg(feature = "parquet")]
mod parquet;
#[cfg(feature = "parquet")]
mod parquet_write;
mod write;

use std::io;

pub(super) use error::RowsError;
pub(super) use open::{Format, Named, Reading, open};
use serde::{Deserialize, Serialize};
pub(super) use write::sink;
use ydb_keys_bulk::__internal::ValueRows;

/// The rows of a file. After an error [of a row](RowsError::of_row) the next row can be read.
pub(super) trait Rows {
    /// The columns: those of the header, or in JSON lines those of the rows so far.
    fn columns(&self) -> &[String];

    /// Reads the next row. Its line, or its number in a format without lines; `None` after the last row.
    fn next(&mut self) -> Result<Option<u64>, RowsError>;

    /// What the row that was read has in a column; `None` for NULL.
    fn cell(&self, column: usize) -> Option<Cell<'_>>;

    /// Where the next row begins.
    fn mark(&self) -> Mark;
}

/// A file with rows that is being written.
pub(super) trait Sink: Send {
    fn write(&mut self, rows: ValueRows) -> io::Result<()>;

    /// How many bytes the file has, about.
    fn bytes(&self) -> u64;

    /// Writes what is left, and waits for the disk.
    fn finish(self: Box<Self>) -> io::Result<()>;
}

/// What a row has in a column.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cell<'a> {
    Text(&'a str),
    /// `""` of a CSV file: an empty string, or NULL in a column that has no strings.
    Empty,
    /// Only Parquet has bytes.
    #[cfg_attr(not(feature = "parquet"), expect(dead_code, reason = "only Parquet makes them"))]
    Bytes(&'a [u8]),
}

/// A place in a file at which a row begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mark {
    pub(super) byte: u64,
    /// The line, or in a format without lines the number of the row.
    pub(super) line: u64,
}

impl Mark {
    pub(super) const START: Mark = Mark { byte: 0, line: 1 };
}

impl Default for Mark {
    fn default() -> Self {
        Mark::START
    }
}
