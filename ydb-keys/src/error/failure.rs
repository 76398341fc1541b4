//! Errors of the client with their table and operation, and what to do about them.

use std::error::Error;
use std::fmt;

use ydb::{YdbError, YdbIssue};

use super::kind::{ErrorKind, OperationName};
use super::status::{self, OF_CLIENT, after, grpc, has_grpc_code, has_status, says};
use ydb_keys_core::ddl::CREATE_TABLE;

const BATCH_UPDATE: &str = OperationName::BatchUpdate.as_str();
const BATCH_DELETE: &str = OperationName::BatchDelete.as_str();
const BULK_UPSERT: &str = OperationName::BulkUpsert.as_str();
const LOAD: &str = OperationName::Load.as_str();
const TRANSACT: &str = OperationName::Transact.as_str();

/// Most characters of a line that a reader takes in at once.
const LINE: usize = 120;

/// Operation that YDB refused, or that did not reach YDB: the client's error, the table and the operation.
#[derive(Clone, Debug)]
#[allow(missing_docs, reason = "a detail of errors that is not public")]
pub struct Failure {
    /// Path of the table, with the directory that it was addressed at; empty for a whole transaction.
    pub table: String,
    /// Name of the operation, such as `get` or `upsert_many`.
    pub operation: &'static str,
    pub source: YdbError,
    /// `true` if the rows of a write, or some of them, may be written in spite of the error.
    pub outcome_unknown: bool,
    /// Faulty line of a text of the user's, with a mark.
    pub place: Option<String>,
}

impl Failure {
    /// Makes a failure from an error of the client, its table and its operation.
    pub fn of(table: &str, operation: &'static str, source: YdbError, outcome_unknown: bool) -> Self {
        Failure { table: table.to_owned(), operation, source, outcome_unknown, place: None }
    }

    /// Returns the kind of the error. YDB has several statuses for a column that the table does not have.
    pub(super) fn kind(&self) -> ErrorKind {
        match kind_of(&self.source) {
            ErrorKind::Database if differs(&self.table, &self.source) => ErrorKind::Schema,
            kind => kind,
        }
    }

    /// Formats the client's error, in one line.
    pub(crate) fn reason(&self) -> impl fmt::Display {
        Reason(&self.source)
    }

    /// Formats the table and the operation: ``table `orders`: insert``, or `transact` for a whole transaction.
    pub(crate) fn subject(&self) -> String {
        let operation = self.operation;
        if self.table.is_empty() { operation.to_owned() } else { format!("table `{}`: {operation}", self.table) }
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

/// Returns the kind of an error of the client.
pub(super) fn kind_of(error: &YdbError) -> ErrorKind {
    use grpc::{DEADLINE_EXCEEDED, PERMISSION_DENIED, RESOURCE_EXHAUSTED, UNAUTHENTICATED};
    match error {
        error if status::is_not_connected(error) => ErrorKind::Unavailable,
        // The status does not matter, because a repetition does not help.
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

/// Formats an error of the client with the names of its status and issues, instead of the client's `Debug` form.
#[allow(missing_docs, reason = "not public: the other crates of this project print it")]
pub struct Reason<'a>(pub &'a YdbError);

impl Reason<'_> {
    /// Formats `what` failed, and why: in one line if it is short; otherwise YDB's message has its own line.
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

/// Writes the texts of the causes that the text of an error leaves out, such as `Connection refused`.
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

/// Writes issues and the issues in them: `: outer [2003]: inner [2003]; second`.
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

/// YDB's messages for a table that it does not find.
const NO_TABLE: &[&str] = &["Cannot find table", "path hasn't been resolved", "does not exist", "Unknown table '"];

/// YDB's messages for a column or an index that only the model has, or only the table.
const DIFFERS: &[&str] = &[
    "Member not found",
    "No such column",
    "Unknown column",
    "Missing not null column",
    "Required global index not found",
    "No global indexes",
];

/// Tables that the library creates for itself.
const OWN: [&str; 2] = ["ydb_keys/changes", "ydb_keys/outcomes"];

/// Returns advice for a failed operation on a table. A query of the user has no table.
pub(super) fn cure(table: &str, operation: &str, error: &YdbError) -> Option<String> {
    if let Some(rule) = status::rejection(error) {
        let rule = if rule.is_empty() { "a resource pool classifier".to_owned() } else { format!("the rule {rule}") };
        return Some(format!(
            "{rule} of the database's administrators refuses this query, however often it is repeated: give more columns of the \
             key, or ask them; `.sys/resource_pool_classifiers` lists the rules"
        ));
    }
    if status::is_no_batch(error) {
        return Some(
            "update YDB to 25.4 or later, and let its administrators switch `enable_batch_updates` on; until then change the \
             rows in parts: read their keys with `stream`, and write `update` or `delete_many`"
                .to_owned(),
        );
    }
    if let Some(name) = undeclared(error) {
        return Some(format!("give the parameter its value: `.param(\"{name}\", &value)`"));
    }
    if let YdbError::Custom(said) = error
        && let Some(results) = said.strip_prefix("expected 1 result set, got ")
    {
        return Some(match results {
            "0" => "write `exec` for a query without a result".to_owned(),
            _ => "write one SELECT or RETURNING into a query; `exec` ignores all results".to_owned(),
        });
    }
    if has_status(error, &[status::SCHEME_ERROR]) && says(error, NO_TABLE) {
        if let Some(table) = OWN.iter().find(|table| says(error, &[table])) {
            return Some(format!(
                "somebody has dropped `{table}`, which the library needs: restart the program, which creates it again"
            ));
        }
        return Some(match table {
            "" => "create the table with `apply`; in a test name its model: `#[ydb_keys::test(Model)]`".to_owned(),
            _ => format!("create `{table}` with `apply`; in a test name its model: `#[ydb_keys::test(Model)]`"),
        });
    }
    if matches!(operation, BULK_UPSERT | LOAD)
        && let Some(columns) = unfilled(error)
    {
        return Some(format!(
            "YDB's BulkUpsert fills in no DEFAULT, and `{table}` has {columns} with one: add it to the model, or write the rows with \
             statements, such as `upsert_many`"
        ));
    }
    if operation == CREATE_TABLE && says(error, &["path exist"]) {
        return Some("write `.if_not_exists()` to keep the table; `apply` changes it to the model".to_owned());
    }
    differs(table, error)
        .then(|| "compare the model with the table: the command `diff`; `apply` changes the table".to_owned())
}

/// Returns `true` if the table differs from its model. Always `false` for a query of the user, which has no table and
/// may have any mistake.
pub(super) fn differs(table: &str, error: &YdbError) -> bool {
    !table.is_empty() && says(error, DIFFERS)
}

/// Returns the columns with a DEFAULT that a bulk request has left out. YDB refuses such requests since 25.2.1 and 25.3
/// (its pull requests 27596 and 28238), with the message of upload_rows_common_impl.h.
fn unfilled(error: &YdbError) -> Option<String> {
    let names = after(error, "Missing default columns: ")?.split(", ").map(|name| format!("`{name}`"));
    Some(names.collect::<Vec<_>>().join(", "))
}

/// Returns the name of a parameter that a query uses and that has no value.
fn undeclared(error: &YdbError) -> Option<&str> {
    after(error, "Unknown name: $")?.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next()
}
