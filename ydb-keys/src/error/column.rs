//! What went wrong with one value, as an error of an operation: with the table and the column.

use super::{Detail, Error, ValueError};

impl Error {
    /// Adds table and column to what went wrong with one value that is written.
    #[cold]
    #[doc(hidden)]
    pub fn in_column(table: &'static str, column: &'static str, error: ValueError) -> Self {
        Detail::Value { table, column, decoded: false, error }.into()
    }

    /// The same of a value that was read.
    #[cold]
    #[doc(hidden)]
    pub fn in_result(table: &'static str, column: &'static str, error: ValueError) -> Self {
        Detail::Value { table, column, decoded: true, error }.into()
    }

    /// A result without a column; `found` are those that it has, if that is known.
    #[cold]
    #[doc(hidden)]
    pub fn missing_column(table: &'static str, column: &'static str) -> Self {
        Detail::MissingColumn { table, column, found: Vec::new() }.into()
    }

    /// The hash of a value that the schema's rules exclude from hashes.
    #[cold]
    pub fn not_hashable(table: &'static str, column: &'static str, ty: &str) -> Self {
        let reason = format!("NULL and values of type {ty} cannot be hashed");
        Error::in_column(table, column, ValueError::Invalid(reason))
    }
}
