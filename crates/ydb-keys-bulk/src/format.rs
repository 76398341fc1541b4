//! The two formats in which YDB takes and gives rows in bulk.

use std::fmt;

/// How the rows of a load or an export travel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Record batches of Apache Arrow, column by column: the format in which YDB is fastest. Results in it need YDB
    /// 26.2; loads with a `Decimal` or `Uuid` column need 25.4.
    Arrow,
    /// YDB's own values, row by row, which every release supports.
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
