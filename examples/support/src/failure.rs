//! The error type of the examples. Its `Debug` form is a sentence, because that is what `main` prints.

use std::any::Any;
use std::error::Error;
use std::fmt;

use ydb::{YdbError, YdbIssue};

/// Result of an example, and of its steps.
pub type Result<T = (), E = Failure> = std::result::Result<T, E>;

/// Error that ends an example. `?` converts any error into it.
pub struct Failure(String);

impl Failure {
    /// Creates a failure with the example's own message.
    pub fn new(message: impl Into<String>) -> Self {
        Failure(message.into())
    }
}

impl fmt::Debug for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<E: Error + 'static> From<E> for Failure {
    fn from(error: E) -> Self {
        let any: &dyn Any = &error;
        Failure(any.downcast_ref().map_or_else(|| error.to_string(), sentence))
    }
}

/// Returns the messages of an error of YDB's client, whose `Display` is its `Debug` form.
pub(crate) fn sentence(error: &YdbError) -> String {
    match error {
        YdbError::Custom(text) | YdbError::Convert(text) | YdbError::InternalError(text) => text.clone(),
        YdbError::Transport(text) => format!("the connection failed: {text}"),
        YdbError::TransportGRPCStatus(status) => format!("gRPC {:?}: {}", status.code(), status.message()),
        YdbError::YdbStatusError(status) => {
            let code = status.operation_status().map_or("an unknown status", |code| code.as_str_name());
            issues(&status.issues).fold(code.to_owned(), |text, issue| format!("{text}: {issue}"))
        }
        other => other.to_string(),
    }
}

/// Returns the messages of all issues, the outer ones first.
fn issues(list: &[YdbIssue]) -> Box<dyn Iterator<Item = &str> + '_> {
    Box::new(list.iter().flat_map(|issue| std::iter::once(issue.message.trim()).chain(issues(&issue.issues))))
}
