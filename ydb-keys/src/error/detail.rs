//! Errors of the library and their messages, with the errors of columns and of page tokens. The first line of a message
//! is the fault; the cure follows.

use std::ops::Range;

#[cfg(feature = "sdk")]
use super::failure::Failure;
use super::text::{
    Done, Gone, cure, found_version, gone_cure, in_table, missing_column, not_one_row, other_columns, owner, parameter,
    place, place_cure, too_large_key, unread,
};
#[cfg(feature = "sdk")]
use super::text::{after_row, exists};
use super::{ErrorKind, ValueError};

/// Error of an operation on YDB or on a model.
///
/// A program decides by the [`kind`](Self::kind), and for a write also by the [`outcome`](Self::outcome). The message
/// is for people: its first line says what failed and on which table, and the next lines say what to do.
///
/// ```
/// use ydb_keys::{ErrorKind, PageToken};
///
/// let error = "page 2".parse::<PageToken>().unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::PageToken);
/// ```
#[derive(Clone)]
pub struct Error(pub(super) Box<Detail>);

/// Progress of a write of many rows when one of its requests failed; from [`Error::partly_written`].
///
/// Rows are numbered by their positions in the rows of the call.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PartlyWritten {
    /// Rows that are written.
    pub written: Range<usize>,
    /// Rows of the request that failed. If the [`Outcome`](crate::Outcome) is unknown, they may be written too.
    pub failed: Range<usize>,
    /// Number of rows of the call.
    pub total: usize,
    /// Error of the request that failed.
    pub cause: Error,
}

/// Defines the enum of errors and lists their kinds. The errors in the first braces have no kind there; `Detail::said`
/// finds their properties by hand. A field `table`, `operation`, `column` or `key` is the value that the method of that
/// name returns.
macro_rules! details {
    (
        $(#[$of_enum:meta])*
        {$($by_hand:tt)*}
        $([$kind:ident] $(
            $(#[$of_variant:meta])*
            $variant:ident { $($(#[$of_field:meta])* $field:ident: $ty:ty),* $(,)? },
        )*)*
    ) => {
        $(#[$of_enum])*
        pub enum Detail {
            $($by_hand)*
            $($($(#[$of_variant])* $variant { $($(#[$of_field])* $field: $ty),* },)*)*
        }

        impl Detail {
            #[allow(unused_variables, reason = "fields of other names are no properties")]
            pub(super) fn listed(&self) -> Said<'_> {
                #[allow(unused_mut, reason = "so do errors without one")]
                match self {
                    $($(Detail::$variant { $($field),* } => {
                        let mut said = Said::of(ErrorKind::$kind);
                        $(details!(@ said $field $field);)*
                        said
                    })*)*
                    _ => Said::of(ErrorKind::Database),
                }
            }
        }
    };
    (@ $said:ident table $table:ident) => { $said.table = Some($table) };
    (@ $said:ident operation $operation:ident) => { $said.operation = Some($operation) };
    (@ $said:ident column $column:ident) => { $said.column = Some($column) };
    (@ $said:ident key $key:ident) => { $said.key = Some($key) };
    (@ $said:ident $other:ident $field:ident) => {};
}

/// Properties of an error that callers can ask for.
pub(super) struct Said<'e> {
    pub(super) kind: ErrorKind,
    pub(super) table: Option<&'e str>,
    pub(super) operation: Option<&'static str>,
    pub(super) column: Option<&'e str>,
    pub(super) key: Option<&'e str>,
}

impl Said<'_> {
    pub(super) fn of(kind: ErrorKind) -> Self {
        Said { kind, table: None, operation: None, column: None, key: None }
    }
}

details! {
    /// Fault of an error. Callers see only its kind and its message.
    #[derive(Clone, Debug, thiserror::Error)]
    #[allow(missing_docs, reason = "not public: the other crates of this project make errors of it")]
    {
        /// YDB refused the operation, or the connection failed.
        #[cfg(feature = "sdk")]
        #[error("{0}")]
        Ydb(Failure),
        /// The key of an insert already exists, or a unique index already has the values of a write.
        #[cfg(feature = "sdk")]
        #[error("{}", exists(failure, key.as_deref(), *earlier, unique))]
        AlreadyExists {
            /// Key of the insert; `None` if the operation that failed is not an insert.
            key: Option<String>,
            /// `true` if an earlier write in the same transaction may have caused the conflict. Its key and table are
            /// not known here.
            earlier: bool,
            /// Unique indexes of the table: YDB reports the same error if one of them already has the values of the
            /// row.
            unique: Vec<&'static str>,
            failure: Failure,
        },
        /// A stream of an export ended before its end.
        #[cfg(feature = "sdk")]
        #[error(
            "table `{}`: the export stopped {}\n{}\nhelp: export the rest with `resume` and the `position` of the stream",
            failure.table, after_row(after), failure.reason()
        )]
        ExportStopped {
            /// Key of the last row that was read; `None` if there was no row.
            after: Option<String>,
            failure: Failure,
        },
        #[error(transparent)]
        PageToken(PageTokenError),
        #[error("{0}\nhelp: deploy a release that knows both")]
        UnknownFormat(String),
        /// The timeout expired before the outcome of an `exactly_once` transaction was certain.
        #[error(
            "{source}\n\
             help: to learn later whether it is committed, call it again with `.exactly_once_as(\"{id}\")`: if it is, nothing \
             is run"
        )]
        InDoubt { id: String, source: Error },
        /// The row that tells the outcome of an `exactly_once` transaction is gone. `unknown` is `true` if the
        /// transaction may be committed.
        #[error(
            "{source}\n\
             {}\n\
             help: {}; a longer `kept_for` keeps the row for longer",
            Gone(*unknown),
            gone_cure(*unknown)
        )]
        Forgotten { unknown: bool, source: Error },
    }

    [Decode]
    /// A statement is done, but its result cannot be decoded. `table` is empty for a query of the user's.
    #[error("{}", unread(table, operation, *done, source))]
    Unread { table: String, operation: &'static str, done: Done, source: Error },
    /// A value does not fit its column, or its field.
    #[error("{}, column `{column}`: {error}{}", owner(table), cure(table, *decoded, error))]
    Value {
        table: &'static str,
        column: &'static str,
        /// `true` if the value was read, `false` if it was to be written.
        decoded: bool,
        error: ValueError,
    },
    /// A row has NULL in its key, because the key columns of the table lack NOT NULL.
    #[error(
        "table `{table}`, column `{column}`: the key of a row has NULL, which no key of the model has\n\
         help: find these rows with `{query}`; write each with a whole key, and delete it"
    )]
    NullInKey { table: &'static str, column: &'static str, query: String },
    /// A value of a tuple, or a single value, cannot be read from the result of a query.
    #[error("{}: {error}{}", place(row, *at), place_cure(error))]
    Place { row: &'static str, at: usize, error: ValueError },
    /// A result has more or fewer columns than the tuple that it is read into.
    #[error("{}", other_columns(row, *takes, found))]
    OtherColumns { row: &'static str, takes: usize, found: Vec<String> },
    /// A query returned no row, or several, instead of one.
    #[error("{}", not_one_row(*found))]
    NotOneRow { found: usize },
    /// The result lacks a column of the model.
    #[error("{}: the result has no column `{column}`{}", owner(table), missing_column(table, column, found))]
    MissingColumn {
        table: &'static str,
        column: &'static str,
        /// Columns of the result; empty if they are not known.
        found: Vec<String>,
    },
    /// The value that an earlier call with the same id returned cannot be read.
    #[error(
        "transact: the transaction `{id}` is done, but what it returned cannot be read: {source}\n\
         help: do not repeat it; return what the earlier program returned, or use another id"
    )]
    Kept { id: String, source: ValueError },
    #[error(
        "table `{table}`, column `{column}`: the row has no version\n\
         help: it is older than the column; give such rows one: \
         UPDATE `{table}` SET `{column}` = 1 WHERE `{column}` IS NULL"
    )]
    NoVersion { table: &'static str, column: &'static str },

    [PartlyWritten]
    /// Some rows of a write of many rows are written. This never happens inside a transaction, which is written
    /// completely or not at all.
    #[error(
        "table `{table}`: {operation} stopped: rows {}..{} of {} are written\n\
         rows {}..{} {}, and the rest was not sent: {}",
        rows.written.start, rows.written.end, rows.total, rows.failed.start, rows.failed.end,
        if *unknown { "may or may not be" } else { "are not" }, rows.cause
    )]
    PartlyWritten { table: String, operation: &'static str, unknown: bool, rows: PartlyWritten },

    [InvalidValue]
    /// A value does not fit its parameter in a query of the user's.
    #[error("{} of type {ty}: {source}", parameter(name))]
    Parameter {
        /// Name of the parameter without its `$`; empty if it is not known.
        name: String,
        ty: String,
        source: ValueError,
    },
    #[error(
        "table `{table}`, column `{column}`: a JsonDocument would change the number {number}\n\
         help: store the number as a string, or make the column `Json` (`#[ydb(type = \"Json\")]`), which keeps the \
         text; a JsonDocument stores numbers as doubles"
    )]
    InexactNumber { table: &'static str, column: &'static str, number: String },
    #[error(
        "table `{table}`, column `{column}`: a string is not valid JSON: at byte {at}\n\
         help: correct it, or make the column a string (`#[ydb(type = \"Utf8\")]`); it is in the row with key {key}"
    )]
    InvalidJson { table: &'static str, column: &'static str, key: String, at: usize },
    #[error(
        "table `{table}`, column `{column}`: {uuid} leads the key and grows with time\n\
         help: it has version {version}, which sends all writes of a moment to one partition; use version 4 or 8, put \
         a hash in front, or write `allow(monotonic_leading_key, reason = \"...\")`"
    )]
    TimeOrderedUuid { table: &'static str, column: &'static str, version: u8, uuid: String },

    [Usage]
    /// The text of a checked query could not be completed, so it was not sent.
    #[error("the query cannot be sent: {reason}")]
    NotComposed { reason: String },
    #[error(
        "table `{table}`: the async index `{index}` cannot be read in a transaction\n\
         help: read it with the client, or make the index `sync`; YDB reads async indexes only in the mode Stale Read \
         Only, which transactions do not have"
    )]
    AsyncIndex { table: &'static str, index: &'static str },
    #[error(
        "table `{table}`: {operation} cannot be stale in a transaction\n\
         help: read it with the client, `fetch(client).stale()`, or remove `stale()`; YDB's transactions do not have the mode \
         Stale Read Only"
    )]
    StaleRead { table: String, operation: &'static str },
    #[error(
        "table `{table}`: {operation} needs the table's absolute path, which a `TableClient` does not know\n\
         help: pass the `&ydb::Client`, or address the table by `in_directory(client.database())`"
    )]
    RelativePath { table: String, operation: &'static str },
    #[error(
        "table `{table}`, column `{column}`: `after` is the key of a row of {after}, the scan reads rows of {scan}\n\
         help: pass the key of a row that the scan has read"
    )]
    AfterOtherRows { table: &'static str, column: &'static str, after: String, scan: String },
    #[error(
        "table `{table}`: a deletion cannot have a limit\n\
         help: remove `limit(..)`, or read the keys and delete them with `delete_many`"
    )]
    LimitedDelete { table: &'static str },
    #[error(
        "table `{table}`: a {operation} cannot have a limit\n\
         help: remove `limit(..)`, or read the keys, and write `update` or `delete_many`"
    )]
    LimitedBatch { table: &'static str, operation: &'static str },
    #[error(
        "table `{table}`, column `{column}`: a batch_update cannot set it to what depends on `{read}`, which it sets\n\
         help: set a value, or another column; for `coalesce(x)` set `x` where the column `is_null()`; for `add` and `append` \
         update the rows one by one: YDB may change a row of a batch twice"
    )]
    NotIdempotent { table: &'static str, column: &'static str, read: &'static str },
    #[error(
        "table `{table}`: a column table has no {operation}\n\
         help: delete the rows with `delete()` of the scan; change them with `upsert_many`; YDB's BATCH is for row tables"
    )]
    ColumnBatch { table: &'static str, operation: &'static str },
    #[error(
        "table `{table}`: a scan that is read in pages cannot have a limit\n\
         help: remove `limit(..)`, and stop reading pages when you have enough rows"
    )]
    LimitedPage { table: &'static str },
    /// The number of rows or parts is 0.
    #[error("table `{table}`: {what} holds nothing\nhelp: ask for at least 1")]
    NoRows { table: &'static str, what: &'static str },
    #[error(
        "table `{table}`: a scan that is split cannot have a limit\n\
         help: remove `limit(..)`, and stop reading a part when you have enough rows"
    )]
    LimitedSplit { table: &'static str },
    #[error("table `{table}`: a table whose key begins with `{column}` cannot be split into equal parts\n{cure}")]
    NotSplittable {
        table: &'static str,
        column: &'static str,
        /// Reason, and what to do.
        cure: String,
    },
    #[error(
        "table `{table}`: this {operation} depends on what is stored, so it cannot be `idempotent`\n\
         help: write `exactly_once` instead; repeated, it could change the row twice, or report that nothing was changed"
    )]
    NotRepeatable { table: String, operation: &'static str },
    /// The operation cannot be `exactly_once` in this place. `table` is empty for a whole transaction.
    #[error("{}{operation} cannot be `exactly_once` here\nhelp: {cure}", in_table(table))]
    NotCertain { table: String, operation: &'static str, cure: &'static str },
    #[error(
        "table `{table}`: rows {first} and {second} of {operation} have the same key {key}\n\
         help: pass each key once, or write `.keep_last()` to send the last row of each key; YDB would keep only one of \
         them"
    )]
    RepeatedKey { table: &'static str, operation: &'static str, key: String, first: usize, second: usize },
    #[error(
        "table `{table}`: {operation} cannot return the row of a column table\n\
         help: write `exec`, and read the row with `get`; YDB's column tables have no RETURNING"
    )]
    NoReturning { table: &'static str, operation: &'static str },
    #[error(
        "table `{table}`: the other model of the dual writer has no column `{column}` of type {ty}\n\
         help: give both models the same columns, and add a column to the table before its key changes, or after it"
    )]
    NotDualWritten { table: &'static str, column: &'static str, ty: String },
    #[error(
        "table `{table}`: the closure of `modify` changed the key from {key} to {changed}\n\
         help: delete the row and insert another one in a `transact`"
    )]
    KeyChanged { table: &'static str, key: String, changed: String },
    #[error("table `{table}`: the update sets no column\nhelp: call a setter of a column outside of the key")]
    EmptyUpdate { table: &'static str },

    [TooLarge]
    #[error("table `{table}`: the key {key} has {size} bytes, more than {limit}\nhelp: {}", too_large_key(*limit))]
    KeyTooLarge {
        table: &'static str,
        key: String,
        /// Bytes of all key columns, with the hash column.
        size: usize,
        limit: usize,
    },
    #[error(
        "table `{table}`: the row with key {key} has {size} bytes, more than {limit}\n\
         help: keep large values elsewhere, or split them over rows"
    )]
    RowTooLarge {
        table: &'static str,
        key: String,
        /// Bytes of all columns, with the hash column.
        size: usize,
        limit: usize,
    },
    #[error(
        "table `{table}`, column `{column}`: a value has {size} bytes, more than the {limit} that YDB can store\n\
         help: split the value, or keep it in an object store; it is in the row with key {key}"
    )]
    CellTooLarge { table: &'static str, column: &'static str, key: String, size: usize, limit: usize },
    #[error("table `{table}`: the statement of {operation} has {size} bytes, more than {limit}\nhelp: {instead}")]
    TextTooLong {
        table: String,
        operation: &'static str,
        /// Bytes of the shortest text for the operation.
        size: usize,
        limit: usize,
        instead: &'static str,
    },

    [Conflict]
    #[error(
        "table `{table}`: {operation} conflicts with another change of the row with key {key}\n\
         help: read it again and apply the change to it; it was read with version {expected}, {}",
        found_version(*found)
    )]
    Conflict {
        table: String,
        operation: &'static str,
        key: String,
        /// Version of the row that was to be written.
        expected: i128,
        /// Version of the stored row, as a read found it afterwards; `None` if there is no row with the key.
        found: Option<i128>,
    },

    [Schema]
    #[error(
        "table `{table}`: its key is not one that the dual writer knows\n\
         the table has {found}\n\
         the dual writer changes {old} to {new}\n\
         help: run the program whose models have the key that the table has"
    )]
    OtherKey { table: &'static str, found: String, old: String, new: String },
}

/// Reason that a string is not a page token, or that a page token does not continue a scan. The client that sent the
/// token is always the cause.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs, reason = "a detail of errors that is not public")]
pub enum PageTokenError {
    /// The string is too short, or has characters that tokens do not have.
    #[error(
        "the string is not a page token, or only a part of one\n\
         help: pass the whole string that `PageToken` printed, or start from the first page"
    )]
    Malformed,
    /// The checksum of the token does not match.
    #[error(
        "the page token is damaged: its string was changed or truncated\n\
         help: pass it exactly as `PageToken` printed it, or start from the first page"
    )]
    Damaged,
    /// The token was made by a version of the library with another format.
    #[error(
        "the page token has format {found}, but this program reads format {expected}\n\
         help: another version of the library made it; start from the first page"
    )]
    Version { found: u8, expected: u8 },
    /// The token was made by a scan of another table, with another key, or of another shape.
    #[error(
        "table `{table}`: the page token belongs to another table or scan\n\
         help: start from the first page; a token continues only a scan with the same table, key, index, fixed columns, \
         range ends and direction"
    )]
    OtherScan { table: &'static str },
    /// The token was made by a scan of the same shape that has another value in a fixed column.
    #[error(
        "table `{table}`, column `{column}`: the page token continues a scan of {token}, not of {scan}\n\
         help: start from the first page"
    )]
    OtherRows { table: &'static str, column: &'static str, token: String, scan: String },
}

impl Error {
    /// Makes an error from the fault of a value that is written: adds the table and the column.
    #[cold]
    #[doc(hidden)]
    pub fn in_column(table: &'static str, column: &'static str, error: ValueError) -> Self {
        Detail::Value { table, column, decoded: false, error }.into()
    }

    /// Makes an error from the fault of a value that was read: adds the table and the column.
    #[cold]
    #[doc(hidden)]
    pub fn in_result(table: &'static str, column: &'static str, error: ValueError) -> Self {
        Detail::Value { table, column, decoded: true, error }.into()
    }

    /// Makes an error for a result that lacks a column; the columns of the result are not known.
    #[cold]
    #[doc(hidden)]
    pub fn missing_column(table: &'static str, column: &'static str) -> Self {
        Detail::MissingColumn { table, column, found: Vec::new() }.into()
    }

    /// Makes an error for a value that cannot be hashed, by the rules of the schema.
    #[cold]
    pub fn not_hashable(table: &'static str, column: &'static str, ty: &str) -> Self {
        let reason = format!("NULL and values of type {ty} cannot be hashed");
        Error::in_column(table, column, ValueError::Invalid(reason))
    }
}
