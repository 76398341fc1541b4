//! What the author wants of the table: its reads, and what identifies a row.

use super::read::{Read, ReadError, hint};

/// The reads and the id that were named.
#[derive(Clone, Debug, Default)]
pub(crate) struct Wants {
    pub(crate) reads: Vec<Read>,
    /// `None` if it is to be found.
    pub(crate) id: Option<Vec<usize>>,
    /// The path of the table.
    pub(crate) table: String,
}

/// Why the options do not fit the data.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum WantsError {
    #[error("--read: {0}")]
    Read(#[from] ReadError),
    #[error("--id: `{name}` is not a column of the data; {hint}")]
    Id { name: String, hint: String },
}

impl Wants {
    /// Reads the options `--read` and `--id`.
    pub(crate) fn parse(
        reads: &[String],
        id: Option<&str>,
        table: &str,
        columns: &[String],
    ) -> Result<Self, WantsError> {
        let mut parsed: Vec<Read> = Vec::new();
        for read in reads {
            let read = Read::parse(read, columns)?;
            if !parsed.contains(&read) {
                parsed.push(read);
            }
        }
        let position = |name: &str| {
            let unknown = || WantsError::Id { name: name.to_owned(), hint: hint(name, columns) };
            columns.iter().position(|column| column == name).ok_or_else(unknown)
        };
        let id = id.map(|id| id.split(',').map(|name| position(name.trim())).collect()).transpose()?;
        Ok(Wants { reads: parsed, id, table: table.to_owned() })
    }
}
