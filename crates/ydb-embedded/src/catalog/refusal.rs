//! Errors of schema operations, with YDB's statuses and issue codes.

use crate::error::{Error, Issue, Status, codes};

/// Id of the schema shard in YDB's messages. Any value will do; a fresh cluster has this one.
pub const OWNER: u64 = 72_057_594_046_644_480;

/// Returns an error with SCHEME_ERROR, for the schema shard's `StatusSchemeError` and `StatusPathDoesNotExist`.
pub fn scheme(message: impl Into<String>) -> Error {
    Error::issue(Issue::new(codes::KIKIMR_SCHEME_ERROR, message))
}

/// Returns an error with BAD_REQUEST, for the schema shard's `StatusInvalidParameter` and for requests that the query
/// processor refuses to send to the schema shard.
pub fn bad_request(message: impl Into<String>) -> Error {
    Error::issue(Issue::new(codes::KIKIMR_BAD_REQUEST, message))
}

/// Turns SCHEME_ERROR into BAD_REQUEST, for ALTER of a row table. The schema shard reports a wrong description as
/// `StatusSchemeError` in CREATE, and as `StatusInvalidParameter` in ALTER.
pub fn altering(error: Error) -> Error {
    match error.issues.first() {
        Some(issue) if issue.code == codes::KIKIMR_SCHEME_ERROR => bad_request(issue.message.clone()),
        _ => error,
    }
}

/// Turns the query processor's error about a table's settings into GENERIC_ERROR, because it loses its status in a
/// query.
pub fn in_query(error: Error) -> Error {
    error.issues.first().map(|issue| generic(issue.message.clone())).unwrap_or(error)
}

/// Returns an error with BAD_REQUEST and the issue code of a wrong column type.
pub fn column_type(column: &str, message: impl std::fmt::Display) -> Error {
    Error::issue(Issue::new(codes::KIKIMR_BAD_COLUMN_TYPE, format!("Invalid type for column: {column}. {message}")))
}

/// Returns an error with PRECONDITION_FAILED, for the schema shard's `StatusPreconditionFailed`.
pub fn precondition(message: impl Into<String>) -> Error {
    Error::issue(Issue::new(codes::KIKIMR_PRECONDITION_FAILED, message))
}

/// Returns an error with GENERIC_ERROR, for refusals of type annotation and for errors without a status of their own.
pub fn generic(message: impl Into<String>) -> Error {
    Error::new(Status::GenericError, message)
}

/// Returns an error with YDB's status UNSUPPORTED.
pub fn unsupported(message: impl Into<String>) -> Error {
    Error::new(Status::Unsupported, message)
}

/// Returns the error for a table that does not exist. All statements that name a missing table have this text.
pub fn no_table(path: &str) -> Error {
    scheme(format!(
        "Cannot find table 'db.[{path}]' because it does not exist or you do not have access permissions. \
         Please check correctness of table path and user permissions."
    ))
}

/// Returns the text of a failed check of the schema shard on a path.
pub fn check(path: &str, error: impl std::fmt::Display) -> String {
    format!("Check failed: path: '{path}', error: {error}")
}

/// Describes an object in the words of the schema shard's failed checks. `kind` is `Table`, `Dir` or `ColumnTable`.
pub fn object(id: u64, kind: &str) -> String {
    format!("(id: [OwnerId: {OWNER}, LocalPathId: {id}], type: EPathType{kind}, state: EPathStateNoChanges)")
}

/// Returns the error for CREATE of something that already exists: GENERIC_ERROR in a query. The Table service answers
/// SUCCESS instead.
pub fn exists(path: &str, id: u64, kind: &str) -> Error {
    let reason = check(path, format_args!("path exist, request accepts it {}", object(id, kind)));
    generic(format!("Scheme operation failed, status: ExecComplete, reason: {reason}"))
}

/// Returns the error for a name that already belongs to an object of another kind: GENERIC_ERROR in a query.
pub fn name_conflict(path: &str, error: impl std::fmt::Display) -> Error {
    generic(format!("Scheme operation failed, status: ExecError, reason: {}", check(path, error)))
}
