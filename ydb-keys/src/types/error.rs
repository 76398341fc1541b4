//! Why one value could not be encoded or decoded, before table and column are known.

use super::{Value, YdbType};

/// Why one value could not become a column value, or the other way round.
///
/// [`Error`](crate::Error) adds the table and the column.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ValueError {
    /// The type has no such value; nothing is wrapped or cut.
    #[error("{value} is outside the range of {ty}")]
    OutOfRange {
        /// The value as people read it.
        value: String,
        /// The type it did not fit: a YDB type when encoding, a Rust type when decoding.
        ty: &'static str,
    },
    /// A value of another YDB type.
    #[error("expected {expected}, found {found}")]
    Mismatch {
        /// What the Rust type can be decoded from.
        expected: &'static str,
        /// What came.
        found: &'static str,
    },
    /// NULL where the Rust type is no `Option`.
    #[error("unexpected NULL")]
    Null,
    /// No value of the type at all: malformed JSON, a text that is no number, an enum's unknown variant.
    #[error("{0}")]
    Invalid(String),
}

impl ValueError {
    /// A decoded value is NULL or of a type that is not expected.
    #[cold]
    pub fn unexpected(expected: &'static str, found: &Value<'_>) -> Self {
        match found {
            Value::Null => ValueError::Null,
            other => ValueError::Mismatch { expected, found: other.type_name() },
        }
    }

    #[cold]
    pub(crate) fn out_of_range(value: impl std::fmt::Display, ty: YdbType) -> Self {
        ValueError::OutOfRange { value: value.to_string(), ty: ty.name() }
    }

    #[cold]
    pub(crate) fn invalid(message: impl std::fmt::Display) -> Self {
        ValueError::Invalid(message.to_string())
    }
}
