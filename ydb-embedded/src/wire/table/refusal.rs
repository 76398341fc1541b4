//! Errors for requests whose fields are wrong or unsupported.

use crate::error::{Error, Status};

/// A field with a wrong value.
pub(super) fn bad(message: impl Into<String>) -> Error {
    Error::new(Status::BadRequest, message)
}

/// A field that YDB has, and this engine lacks.
pub(super) fn unsupported(field: &str) -> Error {
    bad(format!("{field} is not supported by the embedded engine"))
}
