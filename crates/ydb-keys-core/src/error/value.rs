//! Why a single value is refused.

use std::fmt;

/// Why one value cannot be written to a column, or read from it.
///
/// [`Error`](https://docs.rs/ydb-keys/latest/ydb_keys/struct.Error.html) adds the table and the column.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ValueError {
    /// The value is outside the range of the type. Values are never wrapped or truncated.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#valueerroroutofrange).
    #[error("{value} is outside the range of {ty}")]
    OutOfRange {
        /// The value as people read it.
        value: String,
        /// The type it did not fit: a YDB type when encoding, a Rust type when decoding.
        ty: &'static str,
    },
    /// A value of another YDB type.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#valueerrormismatch).
    #[error("expected {expected}, found {found}")]
    Mismatch {
        /// What the Rust type can be decoded from.
        expected: &'static str,
        /// The type of the value.
        found: &'static str,
    },
    /// NULL where the Rust type is not an `Option`.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#valueerrornull).
    #[error("unexpected NULL")]
    Null,
    /// Not a value of the type at all: malformed JSON, a text that is not a number, an enum's unknown variant.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#valueerrorinvalid).
    #[error("{0}")]
    Invalid(String),
}

impl ValueError {
    #[cold]
    #[doc(hidden)]
    pub fn invalid(message: impl fmt::Display) -> Self {
        ValueError::Invalid(message.to_string())
    }
}
