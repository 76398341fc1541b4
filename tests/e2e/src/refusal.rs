//! Checks errors by their kind and their text.

use ydb_keys::{Error, ErrorKind};

/// Value that may contain an error.
pub trait Fallible {
    /// Returns the error, if there is one.
    fn error(&self) -> Option<&Error>;
}

impl Fallible for Error {
    fn error(&self) -> Option<&Error> {
        Some(self)
    }
}

impl<T> Fallible for Result<T, Error> {
    fn error(&self) -> Option<&Error> {
        self.as_ref().err()
    }
}

impl<T: Fallible> Fallible for &T {
    fn error(&self) -> Option<&Error> {
        (**self).error()
    }
}

impl Fallible for Option<&Error> {
    fn error(&self) -> Option<&Error> {
        *self
    }
}

/// Returns `true` if the value is an error of this kind, whose text has all these parts.
pub fn is(failed: &impl Fallible, kind: ErrorKind, parts: &[&str]) -> bool {
    failed.error().is_some_and(|error| {
        let text = error.to_string();
        error.kind() == kind && parts.iter().all(|part| text.contains(part))
    })
}
