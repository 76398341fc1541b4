//! Why a path finds nothing.

use super::tree::At;
use crate::error::Error;

/// Why a path finds nothing.
#[derive(Debug)]
pub enum Failure {
    /// What the mode does not forgive.
    Path(PathError),
    /// The work was stopped, or is too much.
    Stopped(Error),
}

/// An error of a path, with YDB's number of it (`issue_id.proto`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathError {
    at: At,
    /// Its number.
    pub code: u32,
    message: String,
}

impl std::fmt::Display for PathError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { at, code, message } = self;
        write!(f, "jsonpath:{}:{}: Error: {message}, code: {code}", at.line, at.column)
    }
}

pub(super) type Found<T> = Result<T, Failure>;

pub(super) fn failed<T>(at: At, code: u32, message: impl Into<String>) -> Found<T> {
    Err(Failure::Path(PathError { at, code, message: message.into() }))
}
