//! What YDB, or its client, said when an operation failed.

use std::error::Error;
use std::fmt;

use ydb::{YdbError, YdbIssue};

use super::cure::{cure, differs};
use super::kind::{BATCH_DELETE, BATCH_UPDATE, BULK_UPSERT, ErrorKind};
use super::status::{self, OF_CLIENT, grpc, has_grpc_code};

/// A whole transaction, which has no table.
pub(crate) const TRANSACT: &str = "transact";

/// Characters of a line that a reader takes in at once.
const LINE: usize = 120;

/// An operation that YDB refused, or that did not reach YDB: the client's error, with the table and the operation.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "a detail of errors that is not public")]
pub struct Failure {
    /// The table's path, with the directory that it was addressed at; empty for a whole transaction.
    pub table: String,
    /// The operation's name: `get`, `upsert_many`.
    pub operation: &'static str,
    pub source: YdbError,
    /// Whether the rows of a write, or some of them, may be written anyway.
    pub outcome_unknown: bool,
    /// The line of a text of the user's that is at fault, with a mark.
    pub place: Option<String>,
}

impl Failure {
    /// An error of the client, with the table and the operation that it happened to.
    pub fn of(table: &str, operation: &'static str, source: YdbError, outcome_unknown: bool) -> Self {
        Failure { table: table.to_owned(), operation, source, outcome_unknown, place: None }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Reason(&self.source).of(&format!("{} failed", self.subject())))?;
        match self.operation {
            BULK_UPSERT => f.write_str("\nsome of the rows may be written")?,
            BATCH_UPDATE | BATCH_DELETE if self.outcome_unknown => f.write_str("\nsome of the rows may be changed")?,
            TRANSACT if self.outcome_unknown => f.write_str("\nthe transaction may be committed")?,
            _ => {}
        }
        if let Some(place) = &self.place {
            write!(f, "\n{place}")?;
        }
        match cure(&self.table, self.operation, &self.source) {
            Some(cure) => write!(f, "\nhelp: {cure}"),
            None => Ok(()),
        }
    }
}

impl Failure {
    /// What kind of error it is: YDB has several statuses for a column that the table does not have.
    pub(super) fn kind(&self) -> ErrorKind {
        match kind_of(&self.source) {
            ErrorKind::Database if differs(&self.table, &self.source) => ErrorKind::Schema,
            kind => kind,
        }
    }

    /// The client's error, in one line.
    pub(crate) fn reason(&self) -> impl fmt::Display {
        Reason(&self.source)
    }

    /// ``table `orders`: insert``, or `transact`.
    pub(crate) fn subject(&self) -> impl fmt::Display {
        Subject(&self.table, self.operation)
    }
}

/// What kind of error the client's is.
pub(super) fn kind_of(error: &YdbError) -> ErrorKind {
    use grpc::{DEADLINE_EXCEEDED, PERMISSION_DENIED, RESOURCE_EXHAUSTED, UNAUTHENTICATED};
    match error {
        error if status::is_not_connected(error) => ErrorKind::Unavailable,
        // Whatever the status is: a repetition does not help.
        error if status::rejection(error).is_some() => ErrorKind::Database,
        YdbError::DeadlineExceeded => ErrorKind::Timeout,
        YdbError::Transport(_) | YdbError::TransportDial(_) => ErrorKind::Unavailable,
        YdbError::YdbStatusError(answer) => match answer.operation_status {
            status::UNAVAILABLE | status::BAD_SESSION | status::SESSION_EXPIRED => ErrorKind::Unavailable,
            status::OVERLOADED | status::SESSION_BUSY => ErrorKind::Overloaded,
            status::TIMEOUT => ErrorKind::Timeout,
            status::ABORTED => ErrorKind::Conflict,
            status::SCHEME_ERROR => ErrorKind::Schema,
            status::UNAUTHORIZED => ErrorKind::AccessDenied,
            _ => ErrorKind::Database,
        },
        error if has_grpc_code(error, &[grpc::UNAVAILABLE]) => ErrorKind::Unavailable,
        error if has_grpc_code(error, &[RESOURCE_EXHAUSTED]) => ErrorKind::Overloaded,
        error if has_grpc_code(error, &[DEADLINE_EXCEEDED]) => ErrorKind::Timeout,
        error if has_grpc_code(error, &[UNAUTHENTICATED, PERMISSION_DENIED]) => ErrorKind::AccessDenied,
        _ => ErrorKind::Database,
    }
}

struct Subject<'a>(&'a str, &'static str);

impl fmt::Display for Subject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Subject("", operation) => f.write_str(operation),
            Subject(table, operation) => write!(f, "table `{table}`: {operation}"),
        }
    }
}

/// Status and issues by name, instead of the `Debug` form that the client prints.
#[allow(missing_docs, reason = "not public: the other crates of this project print it")]
pub struct Reason<'a>(pub &'a YdbError);

impl Reason<'_> {
    /// What failed, and why: in one line if it is short; otherwise what YDB said has its own line.
    pub fn of(&self, what: &str) -> String {
        let reason = self.to_string();
        let answered = matches!(self.0, YdbError::YdbStatusError(_) | YdbError::TransportGRPCStatus(_));
        let is_short = what.len() + reason.len() + ": ".len() <= LINE;
        match reason.split_once(": ") {
            Some((status, issues)) if !is_short && answered => format!("{what}: {status}\n{issues}"),
            _ => format!("{what}: {reason}"),
        }
    }
}

impl fmt::Display for Reason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            YdbError::YdbStatusError(status) => {
                match status.operation_status() {
                    Ok(code) => f.write_str(code.as_str_name())?,
                    Err(_) => write!(f, "status {}", status.operation_status)?,
                }
                write_issues(f, &status.issues, ": ")
            }
            YdbError::TransportGRPCStatus(status) if status.message().starts_with(OF_CLIENT) => {
                // `.. Os { code: 111, kind: ConnectionRefused, message: "Connection refused" } ..`
                let rest = status.message().split_once("message: \"").map(|(_, rest)| rest);
                let said = rest.and_then(|rest| rest.split('"').next()).unwrap_or(status.message());
                write!(f, "no connection: {said}")
            }
            YdbError::TransportGRPCStatus(status) => {
                write!(f, "gRPC {:?}: {}", status.code(), status.message())?;
                write_causes(f, status.message(), status.source())
            }
            YdbError::TransportDial(error) => {
                write!(f, "{error}")?;
                write_causes(f, &error.to_string(), error.source())
            }
            YdbError::Custom(text) | YdbError::Convert(text) | YdbError::InternalError(text) => f.write_str(text),
            YdbError::Transport(text) => write!(f, "connection: {text}"),
            YdbError::DeadlineExceeded => f.write_str("no answer before the timeout"),
            other => write!(f, "{other}"),
        }
    }
}

/// What the text of an error leaves out of its causes, such as `Connection refused`.
fn write_causes(f: &mut fmt::Formatter<'_>, said: &str, mut cause: Option<&(dyn Error + 'static)>) -> fmt::Result {
    while let Some(error) = cause {
        let text = error.to_string();
        if !said.contains(&text) {
            write!(f, ": {text}")?;
        }
        cause = error.source();
    }
    Ok(())
}

/// `: outer [2003]: inner [2003]; second`, as deep as it goes.
fn write_issues(f: &mut fmt::Formatter<'_>, issues: &[YdbIssue], before: &str) -> fmt::Result {
    for (i, issue) in issues.iter().enumerate() {
        f.write_str(if i == 0 { before } else { "; " })?;
        f.write_str(issue.message.trim())?;
        if issue.issue_code != 0 {
            write!(f, " [{}]", issue.issue_code)?;
        }
        write_issues(f, &issue.issues, ": ")?;
    }
    Ok(())
}
