//! The engine's errors: a YDB status with a tree of issues. Nothing here knows protobuf.

use std::fmt;

pub mod codes;

pub use codes::{GrpcCode, Status};
pub use ydb_yql::Position;

/// The result of whatever the engine may refuse.
pub type Result<T> = std::result::Result<T, Error>;

/// One message of an answer, with the messages it explains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// What is wrong.
    pub message: String,
    /// YDB's issue code (`issue_id.proto`); 0 if YDB gives none.
    pub code: u32,
    /// Where in the query's text.
    pub at: Option<Position>,
    /// The messages below.
    pub issues: Vec<Issue>,
}

impl Issue {
    /// An issue without position and children.
    pub fn new(code: u32, message: impl Into<String>) -> Self {
        Self { message: message.into(), code, at: None, issues: Vec::new() }
    }

    /// The same issue at a position in the query's text.
    #[must_use]
    pub fn at(mut self, at: Position) -> Self {
        self.at = Some(at);
        self
    }

    /// The same issue with one more issue below it.
    #[must_use]
    pub fn with(mut self, child: Self) -> Self {
        self.issues.push(child);
        self
    }
}

/// A refusal: its status and its reasons.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The status of the answer; never `Success`.
    pub status: Status,
    /// The reasons, outermost first.
    pub issues: Vec<Issue>,
}

impl Error {
    /// An error of one message without issue code.
    pub fn new(status: Status, message: impl Into<String>) -> Self {
        Self { status, issues: vec![Issue::new(codes::DEFAULT_ERROR, message)] }
    }

    /// An error of one issue, whose code decides the status.
    #[must_use]
    pub fn issue(issue: Issue) -> Self {
        Self { status: Status::of_issue(issue.code), issues: vec![issue] }
    }

    /// An error of YDB's translator, which knows no types yet: GENERIC_ERROR with a position but no issue code.
    pub fn translation(at: Position, message: impl Into<String>) -> Self {
        Self { status: Status::GenericError, issues: vec![Issue::new(codes::DEFAULT_ERROR, message).at(at)] }
    }

    /// YDB's error for wrong types: GENERIC_ERROR with `Type annotation` around the message and its position.
    pub fn type_annotation(at: Position, message: impl Into<String>) -> Self {
        Self::issue(
            Issue::new(codes::CORE_TYPE_ANN, "Type annotation").with(Issue::new(codes::DEFAULT_ERROR, message).at(at)),
        )
    }

    /// YDB's error for a statement that does not fit a table: the issue below `Type annotation` and the compiler's
    /// function.
    #[must_use]
    pub fn in_function(at: Position, function: &str, issue: Issue) -> Self {
        let status = Status::of_issue(issue.code);
        let issue = if issue.at.is_some() { issue } else { issue.at(at) };
        let inner = Issue::new(codes::DEFAULT_ERROR, format!("At function: {function}")).at(at).with(issue);
        Self { status, issues: vec![Issue::new(codes::CORE_TYPE_ANN, "Type annotation").with(inner)] }
    }

    /// The same issues under another status.
    #[must_use]
    pub fn with_status(mut self, status: Status) -> Self {
        self.status = status;
        self
    }

    /// A construct of YQL that this engine lacks: UNSUPPORTED with its name and position.
    pub fn unsupported(at: Position, construct: impl fmt::Display) -> Self {
        let message = format!("{construct} is not supported by the embedded engine");
        Self { status: Status::Unsupported, issues: vec![Issue::new(codes::KIKIMR_UNSUPPORTED, message).at(at)] }
    }

    /// The same error with this position, unless it has one.
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
