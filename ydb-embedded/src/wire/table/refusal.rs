//! The refusals of requests whose fields the engine cannot follow.

use crate::error::{Error, Status};

/// A request that asks for what is not there, by the field's name.
pub(super) fn bad(message: impl Into<String>) -> Error {
    Error::new(Status::BadRequest, message)
}

/// A field that YDB has and this engine has not.
pub(super) fn unsupported(field: &str) -> Error {
    bad(format!("{field} is not supported by the embedded engine"))
}
