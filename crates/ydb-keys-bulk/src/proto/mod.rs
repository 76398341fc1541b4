//! Formats of rows, and types and values in YDB's protocol: in parameters, in rows to write, and in results.

mod row;
mod types;
mod value;

use std::fmt;

pub(crate) use row::{Row, put_message};
#[cfg(test)]
pub(crate) use types::type_of;
pub(crate) use types::{list_of, type_from};
#[cfg(test)]
pub(crate) use value::rows_of;
pub(crate) use value::{query, typed, value_from};

/// Format in which the rows of a load or an export are sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Record batches of Apache Arrow, column by column: YDB's fastest format. Results in Arrow need YDB 26.2; loads
    /// with a `Decimal` or `Uuid` column need 25.4.
    Arrow,
    /// YDB's own values, row by row. Every release supports them.
    Protobuf,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::Arrow => "Arrow",
            Format::Protobuf => "protobuf",
        })
    }
}
