//! What a test returns: whether it failed, and how.

use std::fmt::Debug;

/// What a test returns: `()`, or a `Result` whose error is a failure.
pub trait Outcome {
    /// The failure.
    fn failure(&self) -> Option<String>;
}

impl Outcome for () {
    fn failure(&self) -> Option<String> {
        None
    }
}

impl<T, E: Debug> Outcome for Result<T, E> {
    fn failure(&self) -> Option<String> {
        self.as_ref().err().map(|error| format!("{error:?}"))
    }
}
