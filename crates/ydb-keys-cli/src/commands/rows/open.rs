//! Which rows to read, and in which format they are.

use std::fs::File;
use std::io::{BufRead, BufReader, Seek as _, SeekFrom};
use std::path::Path;

use clap::ValueEnum;

use super::csv::CsvRows;
use super::error::RowsError;
use super::json::JsonRows;
use super::{Mark, Rows};

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in crate::commands) enum Format {
    /// Comma-separated, the first line names the columns
    Csv,
    /// The same with tabs
    Tsv,
    /// A JSON object in each line
    Jsonl,
    /// Apache Parquet
    #[cfg(feature = "parquet")]
    Parquet,
}

/// A file, or the standard input, which is called `-`.
pub(in crate::commands) struct Named<'p>(pub(in crate::commands) &'p Path);

/// How a file is read.
pub(in crate::commands) struct Reading<'a> {
    pub(in crate::commands) format: Option<Format>,
    pub(in crate::commands) delimiter: Option<char>,
    /// What NULL is written as in a CSV file.
    pub(in crate::commands) null: &'a str,
    /// Where to begin, after the header.
    pub(in crate::commands) from: Option<Mark>,
}

impl Named<'_> {
    pub(in crate::commands) fn is_stdin(&self) -> bool {
        self.0 == Path::new("-")
    }

    /// The file as messages name it.
    pub(in crate::commands) fn text(&self) -> String {
        if self.is_stdin() { "the standard input".to_owned() } else { format!("`{}`", self.0.display()) }
    }

    fn has_extension(&self, of: &[&str]) -> bool {
        let extension = self.0.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        of.iter().any(|other| extension.eq_ignore_ascii_case(other))
    }

    /// The format that was said, or that the name says.
    pub(in crate::commands) fn format(&self, said: Option<Format>) -> Result<Format, RowsError> {
        Ok(match said {
            Some(format) => format,
            None if self.has_extension(&["csv", "txt"]) => Format::Csv,
            None if self.has_extension(&["tsv"]) => Format::Tsv,
            None if self.has_extension(&["jsonl", "ndjson", "json"]) => Format::Jsonl,
            #[cfg(feature = "parquet")]
            None if self.has_extension(&["parquet"]) => Format::Parquet,
            None => return Err(RowsError::Format { file: self.text() }),
        })
    }

    fn open(&self, at: u64) -> Result<File, RowsError> {
        let opened = File::open(self.0).and_then(|mut file| file.seek(SeekFrom::Start(at)).map(|_| file));
        opened.map_err(|source| RowsError::Read { file: self.text(), source })
    }
}

/// Opens a file, and reads its header if it has one.
pub(in crate::commands) fn open<'a>(
    data: &Named<'_>,
    reading: &Reading<'_>,
    stdin: &'a mut dyn BufRead,
) -> Result<Box<dyn Rows + 'a>, RowsError> {
    let (file, format) = (data.text(), data.format(reading.format)?);
    let buffered =
        |at| -> Result<Box<dyn BufRead>, RowsError> { Ok(Box::new(BufReader::with_capacity(1 << 16, data.open(at)?))) };
    let from = reading.from.unwrap_or(Mark::START);
    let is_tsv = format == Format::Tsv || data.has_extension(&["tsv"]);
    match format {
        #[cfg(feature = "parquet")]
        Format::Parquet if data.is_stdin() => Err(RowsError::ParquetStream),
        #[cfg(feature = "parquet")]
        Format::Parquet => Ok(Box::new(super::parquet::ParquetRows::new(file, data.open(0)?, from)?)),
        Format::Jsonl if data.is_stdin() => Ok(Box::new(JsonRows::new(file, Box::new(stdin), from))),
        Format::Jsonl => Ok(Box::new(JsonRows::new(file, buffered(from.byte)?, from))),
        Format::Csv | Format::Tsv => {
            let delimiter = match reading.delimiter {
                Some(said) => u8::try_from(said).ok().filter(u8::is_ascii).ok_or(RowsError::Delimiter(said))?,
                None if is_tsv => b'\t',
                None => b',',
            };
            let input: Box<dyn BufRead + 'a> = if data.is_stdin() { Box::new(stdin) } else { buffered(0)? };
            let rows = CsvRows::new(file, input, delimiter, reading.null.to_owned())?;
            Ok(Box::new(match reading.from {
                Some(mark) if mark != Mark::START => rows.at(buffered(mark.byte)?, mark),
                _ => rows,
            }))
        }
    }
}
