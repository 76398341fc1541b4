//! The kind of an error, the outcome of a failed write, and the names of the operations.

/// Kind of an error. A program uses it to decide what to do.
///
/// [The chapter on errors](crate::guide::errors) has a section for each kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The database cannot be reached: there is no connection, or a node or a tablet is restarting.
    ///
    /// [What to do](crate::guide::errors#unavailable).
    Unavailable,
    /// YDB is overloaded: slow down.
    ///
    /// [What to do](crate::guide::errors#overloaded).
    Overloaded,
    /// There was no answer before the timeout.
    ///
    /// [What to do](crate::guide::errors#timeout).
    Timeout,
    /// Another client has changed the row, or won against the transaction: read again.
    ///
    /// [What to do](crate::guide::errors#conflict).
    Conflict,
    /// The key of an insert already exists, or a unique index already has the values of a write.
    ///
    /// [What to do](crate::guide::errors#alreadyexists).
    AlreadyExists,
    /// The database lacks a table, a column or an index of the model, or has it in another form.
    ///
    /// [What to do](crate::guide::errors#schema).
    Schema,
    /// The credentials are wrong, or the user lacks a right.
    ///
    /// [What to do](crate::guide::errors#accessdenied).
    AccessDenied,
    /// A key, a row, a value or the text of a statement is too large.
    ///
    /// [What to do](crate::guide::errors#toolarge).
    TooLarge,
    /// A value cannot be stored in its column, or must not be.
    ///
    /// [What to do](crate::guide::errors#invalidvalue).
    InvalidValue,
    /// A result does not fit the struct that it is read into.
    ///
    /// [What to do](crate::guide::errors#decode).
    Decode,
    /// A page token is damaged, or belongs to another scan: answer "bad request".
    ///
    /// [What to do](crate::guide::errors#pagetoken).
    PageToken,
    /// Some rows of a write of many rows are written: see [`Error::partly_written`](crate::Error::partly_written).
    ///
    /// [What to do](crate::guide::errors#partlywritten).
    PartlyWritten,
    /// The program has made a mistake. The same call would always fail.
    ///
    /// [What to do](crate::guide::errors#usage).
    Usage,
    /// YDB refused the operation for another reason, or its answer was not understood.
    ///
    /// [What to do](crate::guide::errors#database).
    Database,
}

/// Effect of a write that returned an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// Nothing is written.
    NotWritten,
    /// Everything is written; only the result cannot be read. Do not write it again.
    Written,
    /// Some of the rows are written, and it is known which: see
    /// [`Error::partly_written`](crate::Error::partly_written).
    PartlyWritten,
    /// The write may be done: the connection broke, or the answer came too late. Or the result of a write in a
    /// transaction of the client's `retry_tx` cannot be read. Read the row before you write it again, unless writing it
    /// twice is harmless.
    Unknown,
}

ydb_keys_core::__named! {
    /// Operation, by the name that errors and spans show.
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

    /// Returns the name of the operation's method in the public API.
    fn as_str
}
