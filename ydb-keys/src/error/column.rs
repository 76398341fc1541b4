//! What went wrong with one value, as an error of an operation: with the table and the column.

use super::{Error, ValueError};

impl Error {
    /// Adds table and column to what went wrong with one value.
    #[cold]
    #[doc(hidden)]
    pub fn in_column(table: &'static str, column: &'static str, error: ValueError) -> Self {
        match error {
            ValueError::OutOfRange { value, ty } => Error::OutOfRange { table, column, value, ty },
            ValueError::Mismatch { expected, found } => Error::TypeMismatch { table, column, expected, found },
            ValueError::Null => Error::UnexpectedNull { table, column },
            ValueError::Invalid(reason) => Error::InvalidValue { table, column, reason },
        }
    }

    /// The hash of a value that the schema's rules exclude from hashes.
    #[cold]
    pub fn not_hashable(table: &'static str, column: &'static str, ty: &str) -> Self {
        Error::InvalidValue { table, column, reason: format!("NULL and values of type {ty} cannot be hashed") }
    }
}
