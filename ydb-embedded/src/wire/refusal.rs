//! Errors for requests whose fields are wrong or not supported.

use crate::error::{Error, Status};

/// A field with a wrong value.
pub(super) fn bad(message: impl Into<String>) -> Error {
    Error::new(Status::BadRequest, message)
}

/// A field or a type that YDB has, and this engine lacks.
pub(super) fn unsupported(what: &str) -> Error {
    Error::new(Status::Unsupported, format!("{what} is not supported by the embedded engine"))
}
