//! What a caller can do about an error: its kind, and what became of a write; the names of the operations.

/// What kind of error it is: what a program can do about it.
///
/// [The chapter on errors](crate::guide::errors) has a section for each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The database is out of reach: no connection, or a node or a tablet is restarting.
    ///
    /// [What to do](crate::guide::errors#unavailable).
    Unavailable,
    /// YDB has more to do than it can: slow down.
    ///
    /// [What to do](crate::guide::errors#overloaded).
    Overloaded,
    /// There was no answer in time.
    ///
    /// [What to do](crate::guide::errors#timeout).
    Timeout,
    /// Somebody else has changed the row, or won against the transaction: read again.
    ///
    /// [What to do](crate::guide::errors#conflict).
    Conflict,
    /// The key of an insert exists, or a unique index has the values of a write.
    ///
    /// [What to do](crate::guide::errors#alreadyexists).
    AlreadyExists,
    /// The database lacks a table, a column or an index, or has another one than the model.
    ///
    /// [What to do](crate::guide::errors#schema).
    Schema,
    /// The credentials are wrong, or lack a right.
    ///
    /// [What to do](crate::guide::errors#accessdenied).
    AccessDenied,
    /// A key, a row, a value or the string of a statement is too large.
    ///
    /// [What to do](crate::guide::errors#toolarge).
    TooLarge,
    /// A value that its column cannot hold, or must not.
    ///
    /// [What to do](crate::guide::errors#invalidvalue).
    InvalidValue,
    /// A result does not fit the struct that it is read into.
    ///
    /// [What to do](crate::guide::errors#decode).
    Decode,
    /// A page token that is damaged, or of another scan: answer "bad request".
    ///
    /// [What to do](crate::guide::errors#pagetoken).
    PageToken,
    /// Some rows of a write of many rows are written: [`Error::partly_written`](crate::Error::partly_written).
    ///
    /// [What to do](crate::guide::errors#partlywritten).
    PartlyWritten,
    /// A mistake in the program, which it would make again with the same call.
    ///
    /// [What to do](crate::guide::errors#usage).
    Usage,
    /// YDB refused it for another reason, or its answer was not understood.
    ///
    /// [What to do](crate::guide::errors#database).
    Database,
}

/// What became of a write that failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// Nothing is written.
    NotWritten,
    /// It is written; only what it returned cannot be read. Do not write it again.
    Written,
    /// Some of the rows are written, and it is known which: [`Error::partly_written`](crate::Error::partly_written).
    PartlyWritten,
    /// It may be written: the connection broke, or the answer came too late; or what a write returned in a transaction of
    /// the client's `retry_tx` cannot be read. Read the row before you write it again, unless writing it
    /// twice is harmless.
    Unknown,
}

ydb_keys_core::__named! {
    /// An operation, by the name that errors and spans show.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[cfg_attr(not(feature = "sdk"), allow(dead_code, reason = "the client's operations"))]
    pub(crate) enum OperationName {
        Get = "get",
        GetMany = "get_many",
        First = "first",
        Exists = "exists",
        Scan = "scan",
        Stream = "stream",
        Page = "page",
        Count = "count",
        ReadRows = "read_rows",
        Insert = "insert",
        InsertMany = "insert_many",
        Upsert = "upsert",
        UpsertMany = "upsert_many",
        Replace = "replace",
        ReplaceMany = "replace_many",
        Update = "update",
        UpdateMany = "update_many",
        Modify = "modify",
        Delete = "delete",
        DeleteMany = "delete_many",
        DeleteRange = "delete_range",
        BatchUpdate = "batch_update",
        BatchDelete = "batch_delete",
        BulkUpsert = "bulk_upsert",
        Load = "load",
        Export = "export",
        DualOpen = "dual_open",
        DualRead = "dual_read",
        DualInsert = "dual_insert",
        DualUpsert = "dual_upsert",
        DualUpsertMany = "dual_upsert_many",
        DualUpdate = "dual_update",
        DualDelete = "dual_delete",
        DualDeleteMany = "dual_delete_many",
        Query = "query",
        Transact = "transact",
    }

    /// Returns the name: that of the method, in the words of the public API.
    fn as_str
}
