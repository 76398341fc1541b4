//! Why rows could not be read or compared, as a sentence.

use crate::advise::{ArrivalError, Unreadable, WantsError};
use crate::commands::rows::RowsError;

#[derive(Debug, thiserror::Error)]
pub(in crate::commands) enum AdviseError {
    #[error(transparent)]
    Rows(#[from] RowsError),
    #[error("{file} is empty")]
    Empty { file: String },
    #[error("{file} has a header, but no rows")]
    NoRows { file: String },
    #[error("{file}, line {line}, {source}; write another type with `--types`")]
    Value { file: String, line: u64, source: Unreadable },
    #[error("--types: `{name}` is not a column of {file}; {hint}")]
    Typed { file: String, name: String, hint: String },
    #[error(transparent)]
    Arrival(#[from] ArrivalError),
    #[error("{file}, {source}")]
    Cell { file: String, source: Unreadable },
    #[error(transparent)]
    Wants(#[from] WantsError),
    #[error(
        "no column of {file} identifies a row, and no read is named: pass the columns that a read fixes, e.g. `--read \
         {example}`, or those that identify a row with `--id`"
    )]
    NoReads { file: String, example: String },
}
