//! What the engine answers when it refuses: a YDB status with a tree of issues; nothing here knows protobuf.

use std::fmt;

/// The result of everything that the engine may refuse.
pub type Result<T> = std::result::Result<T, Error>;

/// A status of YDB's protocol (`Ydb.StatusIds`), with its wire code as discriminant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(i32)]
#[allow(missing_docs, reason = "the names are the protocol's own")]
pub enum Status {
    Success = 400_000,
    BadRequest = 400_010,
    Unauthorized = 400_020,
    InternalError = 400_030,
    Aborted = 400_040,
    Unavailable = 400_050,
    Overloaded = 400_060,
    SchemeError = 400_070,
    GenericError = 400_080,
    Timeout = 400_090,
    BadSession = 400_100,
    PreconditionFailed = 400_120,
    AlreadyExists = 400_130,
    NotFound = 400_140,
    SessionExpired = 400_150,
    Cancelled = 400_160,
    Undetermined = 400_170,
    Unsupported = 400_180,
    SessionBusy = 400_190,
    ExternalError = 400_200,
}

impl Status {
    /// The status's name as YDB prints it, for example `PRECONDITION_FAILED`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Success => "SUCCESS",
            Self::BadRequest => "BAD_REQUEST",
            Self::Unauthorized => "UNAUTHORIZED",
            Self::InternalError => "INTERNAL_ERROR",
            Self::Aborted => "ABORTED",
            Self::Unavailable => "UNAVAILABLE",
            Self::Overloaded => "OVERLOADED",
            Self::SchemeError => "SCHEME_ERROR",
            Self::GenericError => "GENERIC_ERROR",
            Self::Timeout => "TIMEOUT",
            Self::BadSession => "BAD_SESSION",
            Self::PreconditionFailed => "PRECONDITION_FAILED",
            Self::AlreadyExists => "ALREADY_EXISTS",
            Self::NotFound => "NOT_FOUND",
            Self::SessionExpired => "SESSION_EXPIRED",
            Self::Cancelled => "CANCELLED",
            Self::Undetermined => "UNDETERMINED",
            Self::Unsupported => "UNSUPPORTED",
            Self::SessionBusy => "SESSION_BUSY",
            Self::ExternalError => "EXTERNAL_ERROR",
        }
    }

    /// The status that YDB gives to an error whose outermost known issue has this code (`GetYdbStatus` of its query processor).
    #[must_use]
    pub const fn of_issue(code: u32) -> Self {
        match code {
            2001 | 2002 | 2011 | 2028 => Self::Aborted,
            2003 => Self::SchemeError,
            2005 => Self::Unavailable,
            2006 | 2010 => Self::Overloaded,
            2012 | 2029 => Self::PreconditionFailed,
            2013 | 2026 => Self::Undetermined,
            2014 => Self::BadSession,
            2015 => Self::NotFound,
            2017 | 2031 | 2032 => Self::BadRequest,
            2018 => Self::Unauthorized,
            2020 => Self::Timeout,
            2021 => Self::Cancelled,
            2030 => Self::Unsupported,
            _ => Self::GenericError,
        }
    }
}

/// A place in a query's text, counted in characters as YDB counts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The line, from 1.
    pub line: u32,
    /// The column: from 1 at what the syntax tree holds, from 0 only where the grammar's parser stopped.
    pub column: u32,
}

/// One message of an answer, with the messages it explains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Issue {
    /// What is wrong.
    pub message: String,
    /// YDB's issue code (`issue_id.proto`); 0 where YDB gives none.
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

    /// The same issue at a place of the query's text.
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

/// A refusal: the status and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// The status of the answer; never `Success`.
    pub status: Status,
    /// Why, outermost first.
    pub issues: Vec<Issue>,
}

impl Error {
    /// An error of one message without issue code.
    pub fn new(status: Status, message: impl Into<String>) -> Self {
        Self { status, issues: vec![Issue::new(0, message)] }
    }

    /// An error of one issue, whose code decides the status.
    #[must_use]
    pub fn issue(issue: Issue) -> Self {
        Self { status: Status::of_issue(issue.code), issues: vec![issue] }
    }

    /// What YDB's translator refuses before any type is known: GENERIC_ERROR with a message that has a place but no code.
    pub fn translation(at: Position, message: impl Into<String>) -> Self {
        Self { status: Status::GenericError, issues: vec![Issue::new(0, message).at(at)] }
    }

    /// What YDB says to a query whose types are wrong: GENERIC_ERROR with code 1030 around the place and the message.
    pub fn type_annotation(at: Position, message: impl Into<String>) -> Self {
        Self::issue(Issue::new(1030, "Type annotation").with(Issue::new(0, message).at(at)))
    }

    /// What YDB says of a statement that does not fit a table: the message below `Type annotation` and the compiler's function.
    #[must_use]
    pub fn in_function(at: Position, function: &str, issue: Issue) -> Self {
        let status = Status::of_issue(issue.code);
        let issue = if issue.at.is_some() { issue } else { issue.at(at) };
        let inner = Issue::new(0, format!("At function: {function}")).at(at).with(issue);
        Self { status, issues: vec![Issue::new(1030, "Type annotation").with(inner)] }
    }

    /// The same issues under another status.
    #[must_use]
    pub fn with_status(mut self, status: Status) -> Self {
        self.status = status;
        self
    }

    /// A construct of YQL that this engine does not have: UNSUPPORTED with its name and position.
    pub fn unsupported(at: Position, construct: impl fmt::Display) -> Self {
        let message = format!("{construct} is not supported by the embedded engine");
        Self { status: Status::Unsupported, issues: vec![Issue::new(2030, message).at(at)] }
    }

    /// The same error, placed in the query's text where it has no place yet.
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
        if self.code != 0 {
            write!(f, " (code {})", self.code)?;
        }
        for child in &self.issues {
            write!(f, " > {child}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Error {}
