//! What a caller can do about a schema that could not be changed: the kind of the error.

/// What kind of error it is: what a program, or its operator, can do about it.
///
/// [The chapter on errors](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/index.html) has a section for each
/// kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MigrateErrorKind {
    /// A request failed: [`MigrateError::ydb_error`](crate::MigrateError::ydb_error) says why. What was done before it
    /// stays done.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorkinddatabase).
    Database,
    /// Steps lose rows, values or an index, and that was not allowed. Nothing was done.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorkinddestructive).
    Destructive,
    /// Somebody changed the table meanwhile: make a new plan.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorkindchanged).
    Changed,
    /// There is no table at the path.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorkindnotfound).
    NotFound,
    /// Something must be done by hand first: another table is in the way, or the table cannot be copied as it is.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorkindobstacle).
    Obstacle,
    /// The new table cannot hold some of the rows: change them, or the model.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorkindinvalidrows).
    InvalidRows,
    /// The new table lacks grants, the owner or attributes of the old one, and that was not allowed.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorkindlostrights).
    LostRights,
    /// Writers changed the old table all the time, so that its copy never became equal.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorkindconcurrentwrites).
    ConcurrentWrites,
    /// This release of the library cannot read the description of the table, or no model can have it.
    ///
    /// [What to do](https://docs.rs/ydb-keys/latest/ydb_keys/guide/errors/#migrateerrorkindunsupported).
    Unsupported,
}
