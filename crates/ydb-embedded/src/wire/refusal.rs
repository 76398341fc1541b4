//! Errors for requests whose fields are wrong or not supported.

use crate::error::{Error, Status};
use crate::types::Primitive;

/// A field with a wrong value.
pub(super) fn bad(message: impl Into<String>) -> Error {
    Error::new(Status::BadRequest, message)
}

/// A field or a type that YDB has, and this engine lacks.
pub(super) fn unsupported(what: &str) -> Error {
    Error::new(Status::Unsupported, format!("{what} is not supported by the embedded engine"))
}

/// Puts what an error is about before its first message.
pub(super) fn within(mut error: Error, what: &str) -> Error {
    if let Some(first) = error.issues.first_mut() {
        first.message.insert_str(0, &format!("{what}: "));
    }
    error
}

/// A text or bytes that are not a value of the type.
pub(super) fn invalid(primitive: Primitive) -> Error {
    match primitive {
        Primitive::JsonDocument => bad("Invalid JSON for JsonDocument provided"),
        Primitive::DyNumber => bad("Invalid DyNumber string representation"),
        other => bad(format!("Invalid {other} value")),
    }
}
