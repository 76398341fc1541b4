//! The refusals of schema operations, with YDB's statuses and issue codes.

use crate::error::{Error, Issue, Status, codes};

/// The id of the schema shard in YDB's messages. Any value will do; this is the one of a fresh cluster.
pub const OWNER: u64 = 72_057_594_046_644_480;

/// SCHEME_ERROR: the schema shard's `StatusSchemeError` and `StatusPathDoesNotExist`.
pub fn scheme(message: impl Into<String>) -> Error {
    Error::issue(Issue::new(codes::KIKIMR_SCHEME_ERROR, message))
}

/// BAD_REQUEST: the schema shard's `StatusInvalidParameter`, and what the query processor refuses to send it.
pub fn bad_request(message: impl Into<String>) -> Error {
    Error::issue(Issue::new(codes::KIKIMR_BAD_REQUEST, message))
}

/// What the schema shard finds wrong with a description is StatusSchemeError in CREATE and StatusInvalidParameter,
/// hence BAD_REQUEST, in ALTER of a row table.
pub fn altering(error: Error) -> Error {
    match error.issues.first() {
        Some(issue) if issue.code == codes::KIKIMR_SCHEME_ERROR => bad_request(issue.message.clone()),
        _ => error,
    }
}

/// What the query processor itself finds wrong with a table's settings loses its status, and is GENERIC_ERROR.
pub fn in_query(error: Error) -> Error {
    error.issues.first().map(|issue| generic(issue.message.clone())).unwrap_or(error)
}

/// BAD_REQUEST with the issue code of a wrong column type.
pub fn column_type(column: &str, message: impl std::fmt::Display) -> Error {
    Error::issue(Issue::new(codes::KIKIMR_BAD_COLUMN_TYPE, format!("Invalid type for column: {column}. {message}")))
}

/// PRECONDITION_FAILED: the schema shard's `StatusPreconditionFailed`.
pub fn precondition(message: impl Into<String>) -> Error {
    Error::issue(Issue::new(codes::KIKIMR_PRECONDITION_FAILED, message))
}

/// GENERIC_ERROR: refused by type annotation, or without a status of its own.
pub fn generic(message: impl Into<String>) -> Error {
    Error::new(Status::GenericError, message)
}

/// UNSUPPORTED, as in YDB itself.
pub fn unsupported(message: impl Into<String>) -> Error {
    Error::new(Status::Unsupported, message)
}

/// A table that does not exist, in the words of every statement that names one.
pub fn no_table(path: &str) -> Error {
    scheme(format!(
        "Cannot find table 'db.[{path}]' because it does not exist or you do not have access permissions. \
         Please check correctness of table path and user permissions."
    ))
}

/// A failed check of the schema shard on a path.
pub fn check(path: &str, error: impl std::fmt::Display) -> String {
    format!("Check failed: path: '{path}', error: {error}")
}

/// How the schema shard describes an object in a failed check; `kind` is `Table`, `Dir` or `ColumnTable`.
pub fn object(id: u64, kind: &str) -> String {
    format!("(id: [OwnerId: {OWNER}, LocalPathId: {id}], type: EPathType{kind}, state: EPathStateNoChanges)")
}

/// CREATE of something that already exists: GENERIC_ERROR in a query (the Table service answers SUCCESS instead).
pub fn exists(path: &str, id: u64, kind: &str) -> Error {
    let reason = check(path, format_args!("path exist, request accepts it {}", object(id, kind)));
    generic(format!("Scheme operation failed, status: ExecComplete, reason: {reason}"))
}

/// A name that an object of another kind has: GENERIC_ERROR in a query.
pub fn name_conflict(path: &str, error: impl std::fmt::Display) -> Error {
    generic(format!("Scheme operation failed, status: ExecError, reason: {}", check(path, error)))
}
