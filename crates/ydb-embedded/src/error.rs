//! Errors of the engine: a YDB status with a tree of issues. This module knows no protobuf.

use std::fmt;

pub mod codes;

pub use codes::{GrpcCode, Status};
pub use ydb_yql::Position;

/// Result of an operation that the engine may refuse.
pub type Result<T> = std::result::Result<T, Error>;

/// Message of an answer, with the messages that it explains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// Description of the fault.
    pub message: String,
    /// YDB's issue code (`issue_id.proto`); 0 if YDB gives none.
    pub code: u32,
    /// Position in the text of the query.
    pub at: Option<Position>,
    /// Messages below this one.
    pub issues: Vec<Issue>,
}

impl Issue {
    /// Returns an issue without a position and without messages below it.
    pub fn new(code: u32, message: impl Into<String>) -> Self {
        Self { message: message.into(), code, at: None, issues: Vec::new() }
    }

    /// Sets the issue's position in the text of the query.
    #[must_use]
    pub fn at(mut self, at: Position) -> Self {
        self.at = Some(at);
        self
    }

    /// Adds an issue below this one.
    #[must_use]
    pub fn with(mut self, child: Self) -> Self {
        self.issues.push(child);
        self
    }
}

/// Refusal of a request: its status and its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Status of the answer; never `Success`.
    pub status: Status,
    /// Reasons, outermost first.
    pub issues: Vec<Issue>,
}

impl Error {
    /// Returns an error with one message, without an issue code.
    pub fn new(status: Status, message: impl Into<String>) -> Self {
        Self { status, issues: vec![Issue::new(codes::DEFAULT_ERROR, message)] }
    }

    /// Returns an error with one issue, whose code decides the status.
    #[must_use]
    pub fn issue(issue: Issue) -> Self {
        Self { status: Status::of_issue(issue.code), issues: vec![issue] }
    }

    /// Returns an error of YDB's translator, which knows no types yet: GENERIC_ERROR with a position but no issue code.
    pub fn translation(at: Position, message: impl Into<String>) -> Self {
        Self { status: Status::GenericError, issues: vec![Issue::new(codes::DEFAULT_ERROR, message).at(at)] }
    }

    /// Returns YDB's error for wrong types: GENERIC_ERROR with `Type annotation` around the message and its position.
    pub fn type_annotation(at: Position, message: impl Into<String>) -> Self {
        Self::issue(
            Issue::new(codes::CORE_TYPE_ANN, "Type annotation").with(Issue::new(codes::DEFAULT_ERROR, message).at(at)),
        )
    }

    /// Returns YDB's error for a statement that does not fit a table: the issue below `Type annotation` and the
    /// compiler's function.
    #[must_use]
    pub fn in_function(at: Position, function: &str, issue: Issue) -> Self {
        let status = Status::of_issue(issue.code);
        let issue = if issue.at.is_some() { issue } else { issue.at(at) };
        let inner = Issue::new(codes::DEFAULT_ERROR, format!("At function: {function}")).at(at).with(issue);
        Self { status, issues: vec![Issue::new(codes::CORE_TYPE_ANN, "Type annotation").with(inner)] }
    }

    /// Replaces the status, and keeps the issues.
    #[must_use]
    pub fn with_status(mut self, status: Status) -> Self {
        self.status = status;
        self
    }

    /// Returns the error for a construct of YQL that this engine lacks: UNSUPPORTED with the construct's name and
    /// position.
    pub fn unsupported(at: Position, construct: impl fmt::Display) -> Self {
        let message = format!("{construct} is not supported by the embedded engine");
        Self { status: Status::Unsupported, issues: vec![Issue::new(codes::KIKIMR_UNSUPPORTED, message).at(at)] }
    }

    /// Sets the position of the error, unless it already has one.
    #[must_use]
    pub fn at(mut self, at: Position) -> Self {
        if let Some(first) = self.issues.first_mut()
            && first.at.is_none()
            && first.issues.is_empty()
        {
            first.at = Some(at);
        }
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.status.name())?;
        for issue in &self.issues {
            f.write_str(": ")?;
            issue.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for Issue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Position { line, column }) = self.at {
            write!(f, "{line}:{column}: ")?;
        }
        f.write_str(&self.message)?;
        if self.code != codes::DEFAULT_ERROR {
            write!(f, " (code {})", self.code)?;
        }
        for child in &self.issues {
            write!(f, " > {child}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}
