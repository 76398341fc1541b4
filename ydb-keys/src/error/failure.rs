//! What YDB, or its client, said when an operation failed.

use std::fmt;

use ydb::{YdbError, YdbIssue};

/// A whole transaction, which has no table.
pub(crate) const TRANSACT: &str = "transact";

/// The operation that may fail after writing some of its rows.
pub(crate) const BULK_UPSERT: &str = "bulk_upsert";

/// An operation that YDB refused, or that did not reach YDB: the client's error, with the table and the operation.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Failure {
    /// The table's path, with the directory that it was addressed at; empty for a whole transaction.
    pub table: String,
    /// The operation's name: `get`, `upsert_many`.
    pub operation: &'static str,
    /// The client's error.
    pub source: YdbError,
    /// Whether the rows of a write, or some of them, may be written anyway.
    pub outcome_unknown: bool,
}

impl Failure {
    /// An error of the client, with the table and the operation that it happened to.
    #[doc(hidden)]
    pub fn of(table: &str, operation: &'static str, source: YdbError, outcome_unknown: bool) -> Box<Self> {
        Box::new(Failure { table: table.to_owned(), operation, source, outcome_unknown })
    }
}

impl std::error::Error for Failure {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} failed: {}", self.subject(), self.reason())?;
        match self.operation {
            BULK_UPSERT => f.write_str("; some of the rows may be written"),
            TRANSACT if self.outcome_unknown => f.write_str("; the transaction may be committed"),
            _ => Ok(()),
        }
    }
}

impl Failure {
    /// The client's error, in one line.
    pub fn reason(&self) -> impl fmt::Display {
        Reason(&self.source)
    }

    /// ``table `orders`: insert``, or `transact`.
    pub(crate) fn subject(&self) -> impl fmt::Display {
        Subject(&self.table, self.operation)
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
pub struct Reason<'a>(pub &'a YdbError);

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
            YdbError::TransportGRPCStatus(status) => write!(f, "gRPC {:?}: {}", status.code(), status.message()),
            YdbError::Custom(text) | YdbError::Convert(text) | YdbError::InternalError(text) => f.write_str(text),
            YdbError::Transport(text) => write!(f, "connection: {text}"),
            YdbError::DeadlineExceeded => f.write_str("no answer before the timeout"),
            other => write!(f, "{other}"),
        }
    }
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
