//! Why an operation on a model failed.

use std::ops::Range;

use super::text::{After, Found, Owner, existing};
use super::{PageTokenError, ValueError};

/// The result of an operation on a model.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What went wrong, with the table and the column it happened to.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// YDB refused the operation, or the connection failed.
    ///
    /// [What to do](crate::guide::errors#ydb).
    #[cfg(feature = "sdk")]
    #[error(transparent)]
    Ydb(Box<super::failure::Failure>),
    /// The key of an insert already exists, or a unique index already has the values of a write.
    ///
    /// YDB may report the conflict of an insert in a transaction late: at a later operation of the transaction, or at
    /// its commit.
    ///
    /// [What to do](crate::guide::errors#alreadyexists).
    #[cfg(feature = "sdk")]
    #[error("{} failed: {} ({})", failure.subject(), existing(failure.operation, key.as_deref(), *earlier, unique), failure.reason())]
    AlreadyExists {
        /// The key as people read it, shortened: `(1001)`; for many rows `one of (1001) to (2000)`, because YDB does
        /// not say which. `None` if the operation that failed is not an insert.
        key: Option<String>,
        /// Whether the conflict may be that of an earlier write in the same transaction, whose key and table are not
        /// known here.
        earlier: bool,
        /// The unique indexes of the table: YDB reports the same error if one of them already has the values of the
        /// row.
        unique: Vec<&'static str>,
        /// What YDB said.
        #[source]
        failure: Box<super::failure::Failure>,
    },
    /// A write of many rows was split into several requests, and one of them failed after others had been written.
    ///
    /// Never inside a transaction, which is written completely or not at all.
    ///
    /// [What to do](crate::guide::errors#partlywritten).
    #[error(
        "table `{table}`: {operation} stopped: rows {}..{} of {total} are written, rows {}..{} {}, and the rest was \
         not sent: {source}",
        written.start, written.end, failed.start, failed.end, if *unknown { "may or may not be" } else { "are not" }
    )]
    PartlyWritten {
        /// The table's path.
        table: String,
        /// The operation's name.
        operation: &'static str,
        /// The rows that are written, by their positions in the rows of the call.
        written: Range<usize>,
        /// The rows of the request that failed.
        failed: Range<usize>,
        /// Whether the rows of the failed request may be written anyway, for example after a lost connection. After a
        /// failed bulk upsert some of them may always be written.
        unknown: bool,
        /// How many rows the call had.
        total: usize,
        /// Why the request failed.
        source: Box<Error>,
    },
    /// A stream of an export ended before its end. Export what is left with `resume` and the stream's `position`.
    ///
    /// [What to do](crate::guide::errors#exportstopped).
    #[cfg(feature = "sdk")]
    #[error("table `{}`: the export stopped {}: {}", source.table, After(after), source.reason())]
    ExportStopped {
        /// The key of the last row that came, as people read it, shortened; `None` if there was none.
        after: Option<String>,
        /// What YDB said.
        source: Box<super::failure::Failure>,
    },
    /// The value of a parameter of your own query cannot be sent.
    ///
    /// [What to do](crate::guide::errors#parameter).
    #[error("a parameter of type {ty}: {source}")]
    Parameter {
        /// The YDB type of the parameter.
        ty: String,
        /// Why.
        source: ValueError,
    },
    /// The value is outside the range of the column's YDB type. Values are never wrapped or truncated.
    ///
    /// [What to do](crate::guide::errors#outofrange).
    #[error("{}, column `{column}`: {value} is outside the range of {ty}", Owner(table))]
    OutOfRange {
        /// The table's path.
        table: &'static str,
        /// The column's SQL name.
        column: &'static str,
        /// The value as people read it.
        value: String,
        /// The type that cannot hold it.
        ty: &'static str,
    },
    /// The column's type cannot hold the value, or the field cannot hold the column's value.
    ///
    /// [What to do](crate::guide::errors#invalidvalue).
    #[error("{}, column `{column}`: {reason}", Owner(table))]
    InvalidValue {
        /// The table's path.
        table: &'static str,
        /// The column's SQL name.
        column: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// The value has another type than the model expects.
    ///
    /// [What to do](crate::guide::errors#typemismatch).
    #[error("{}, column `{column}`: expected {expected}, found {found}", Owner(table))]
    TypeMismatch {
        /// The table's path.
        table: &'static str,
        /// The column's SQL name.
        column: &'static str,
        /// The type the model can read.
        expected: &'static str,
        /// The type of the value.
        found: &'static str,
    },
    /// NULL in a column that is not optional in the model.
    ///
    /// [What to do](crate::guide::errors#unexpectednull).
    #[error(
        "{}, column `{column}`: unexpected NULL; make the field an `Option` if the column may hold NULL",
        Owner(table)
    )]
    UnexpectedNull {
        /// The table's path.
        table: &'static str,
        /// The column's SQL name.
        column: &'static str,
    },
    /// The result lacks a column of the model.
    ///
    /// [What to do](crate::guide::errors#missingcolumn).
    #[error("{}: the result has no column `{column}`", Owner(table))]
    MissingColumn {
        /// The table's path.
        table: &'static str,
        /// The column's SQL name.
        column: &'static str,
    },
    /// The key is larger than YDB recommends; with `allow(large_key)`, larger than YDB can store.
    ///
    /// [What to do](crate::guide::errors#keytoolarge).
    #[error("table `{table}`: the key {key} has {size} bytes, more than the {limit} that a key may have")]
    KeyTooLarge {
        /// The table's path.
        table: &'static str,
        /// The key as people read it, shortened.
        key: String,
        /// Bytes of all key columns, the hash column counted.
        size: usize,
        /// The most bytes a key may have.
        limit: usize,
    },
    /// The row is larger than YDB recommends.
    ///
    /// [What to do](crate::guide::errors#rowtoolarge).
    #[error("table `{table}`: the row with key {key} has {size} bytes, more than the {limit} that a row may have")]
    RowTooLarge {
        /// The table's path.
        table: &'static str,
        /// The key as people read it, shortened.
        key: String,
        /// Bytes of all columns, the hash column counted.
        size: usize,
        /// The most bytes a row may have.
        limit: usize,
    },
    /// One value is larger than YDB can store.
    ///
    /// [What to do](crate::guide::errors#celltoolarge).
    #[error(
        "table `{table}`, column `{column}`: the value has {size} bytes in the row with key {key}, more than the \
         {limit} that YDB can store"
    )]
    CellTooLarge {
        /// The table's path.
        table: &'static str,
        /// The column's SQL name.
        column: &'static str,
        /// The key as people read it, shortened.
        key: String,
        /// Bytes of the value.
        size: usize,
        /// The most bytes a value may have.
        limit: usize,
    },
    /// A document for a column of type `JsonDocument` contains a number that YDB would silently change: it stores
    /// numbers as doubles.
    ///
    /// [What to do](crate::guide::errors#inexactnumber).
    #[error(
        "table `{table}`, column `{column}`: the document contains the number {number}, which a JsonDocument would \
         change, because it stores numbers as doubles; store the number as a string, or make the column `Json` \
         (`#[ydb(type = \"Json\")]`), which keeps the text"
    )]
    InexactNumber {
        /// The table's path.
        table: &'static str,
        /// The column's SQL name.
        column: &'static str,
        /// The number as it is written in the document, shortened.
        number: String,
    },
    /// A UUID that grows with time leads the key.
    ///
    /// [What to do](crate::guide::errors#timeordereduuid).
    #[error(
        "table `{table}`, column `{column}`: {uuid} is a UUID of version {version}, which grows with time: as the \
         first key column it sends all writes of a moment to one partition; use version 4 or 8, put a hash in front, \
         or write `allow(monotonic_leading_key, reason = \"...\")`"
    )]
    TimeOrderedUuid {
        /// The table's path.
        table: &'static str,
        /// The column's SQL name.
        column: &'static str,
        /// The version: 1, 6 or 7.
        version: u8,
        /// The UUID.
        uuid: String,
    },
    /// A read of an async index inside a transaction.
    ///
    /// [What to do](crate::guide::errors#asyncindex).
    #[error(
        "table `{table}`: the index `{index}` is async, and YDB reads async indexes only in the mode Stale Read Only, \
         which transactions do not have; read it with the `QueryClient`, or make the index `sync`"
    )]
    AsyncIndex {
        /// The table's path.
        table: &'static str,
        /// The index's name.
        index: &'static str,
    },
    /// The call needs an absolute path, and a table client does not know the database.
    ///
    /// [What to do](crate::guide::errors#relativepath).
    #[error(
        "table `{table}`: {operation} needs the table's absolute path, and a `TableClient` does not know its database; \
         pass the `&ydb::Client`, or address the table by `below(client.database())`"
    )]
    RelativePath {
        /// The table's path.
        table: String,
        /// The operation's name.
        operation: &'static str,
    },
    /// A scan that continues after a row that it does not read.
    ///
    /// [What to do](crate::guide::errors#afterotherrows).
    #[error(
        "table `{table}`, column `{column}`: `after` is the key of a row of {after}, but the scan reads rows of \
         {scan}; pass the key of a row that the scan has read"
    )]
    AfterOtherRows {
        /// The table's path.
        table: &'static str,
        /// The SQL name of a column that the scan fixes.
        column: &'static str,
        /// Its value in the key as people read it, shortened.
        after: String,
        /// Its value in the scan as people read it, shortened.
        scan: String,
    },
    /// A deletion of a scan with a limit, which YDB's `DELETE` does not have.
    ///
    /// [What to do](crate::guide::errors#limiteddelete).
    #[error(
        "table `{table}`: a deletion cannot have a limit; remove `limit(..)`, or read the keys and delete them with \
         `delete_many`"
    )]
    LimitedDelete {
        /// The table's path.
        table: &'static str,
    },
    /// A page token that cannot be read, or that does not continue this scan.
    ///
    /// [What to do](crate::guide::errors#pagetoken).
    #[error(transparent)]
    PageToken(#[from] PageTokenError),
    /// A page of a scan that has a limit, which would apply to all pages together.
    ///
    /// [What to do](crate::guide::errors#limitedpage).
    #[error(
        "table `{table}`: a scan that is read in pages cannot have a limit; remove `limit(..)`, and stop reading pages \
         when you have enough rows"
    )]
    LimitedPage {
        /// The table's path.
        table: &'static str,
    },
    /// A scan with a limit that is split into parts.
    ///
    /// [What to do](crate::guide::errors#limitedsplit).
    #[error(
        "table `{table}`: a scan that is split cannot have a limit; remove `limit(..)`, and stop reading a part when you \
         have enough rows"
    )]
    LimitedSplit {
        /// The table's path.
        table: &'static str,
    },
    /// A table that cannot be split into equal parts.
    ///
    /// [What to do](crate::guide::errors#notsplittable).
    #[error(
        "table `{table}`: the table cannot be split into equal parts, because it is not known how the values of its first \
         key column `{column}` are spread, and YDB's Rust client does not report the bounds of partitions; only tables \
         whose key begins with a hash, a `dispersed` number or a Uuid can be split; read this one with one stream, or \
         with a scan for each range of `{column}` that you choose"
    )]
    NotSplittable {
        /// The table's path.
        table: &'static str,
        /// The SQL name of the first key column.
        column: &'static str,
    },
    /// The text of the statement is longer than YDB's documentation allows: the table has many columns with long names.
    ///
    /// [What to do](crate::guide::errors#texttoolong).
    #[error(
        "table `{table}`: the statement of {operation} has {size} bytes, but YDB accepts at most {limit}; {instead}"
    )]
    TextTooLong {
        /// The table's path.
        table: String,
        /// The operation's name: `get_many`.
        operation: &'static str,
        /// Bytes of the shortest text for the operation.
        size: usize,
        /// The most bytes a text may have.
        limit: usize,
        /// What to do instead.
        instead: &'static str,
    },
    /// A row with a version was written back, but the stored row has changed since it was read.
    ///
    /// Nothing is written. Read the row again, and apply the change to it.
    ///
    /// [What to do](crate::guide::errors#conflict).
    #[error(
        "table `{table}`: {operation} conflicts with another change of the row with key {key}: it was read with version \
         {expected}, {}; read it again and apply the change to it",
        Found(found)
    )]
    Conflict {
        /// The table's path.
        table: String,
        /// The operation's name: `upsert`.
        operation: &'static str,
        /// The key as people read it, shortened.
        key: String,
        /// The version of the row that was to be written.
        expected: i128,
        /// The version of the stored row, as a read found it afterwards; `None` if there is no row with the key.
        found: Option<i128>,
    },
    /// An operation that depends on what is stored was called `idempotent`.
    ///
    /// [What to do](crate::guide::errors#notrepeatable).
    #[error(
        "table `{table}`: this {operation} depends on what is stored, so repeating it after an unknown outcome could \
         change the row twice, or report that nothing was changed; remove `idempotent`, and read the row when the error \
         says `is_outcome_unknown()`"
    )]
    NotRepeatable {
        /// The table's path.
        table: String,
        /// The operation's name: `update`.
        operation: &'static str,
    },
    /// Two rows of one call have the same key. YDB would keep one of them, and on some releases any of them.
    ///
    /// [What to do](crate::guide::errors#repeatedkey).
    #[error(
        "table `{table}`: rows {first} and {second} of {operation} have the same key {key}, and YDB would keep only one \
         of them; pass each key once, or write `.keep_last()` to send the last row of each key"
    )]
    RepeatedKey {
        /// The table's path.
        table: &'static str,
        /// The operation's name: `upsert_many`.
        operation: &'static str,
        /// The key as people read it, shortened.
        key: String,
        /// The position of the row that has the key first.
        first: usize,
        /// The position of the next row that has it.
        second: usize,
    },
    /// A column table does not return the rows that a statement changes.
    ///
    /// [What to do](crate::guide::errors#noreturning).
    #[error(
        "table `{table}`: {operation} cannot return the row, because YDB's column tables have no RETURNING; write \
         `exec`, and read the row with `get`"
    )]
    NoReturning {
        /// The table's path.
        table: &'static str,
        /// The operation's name: `update`.
        operation: &'static str,
    },
    /// The two models of a [`DualWriter`](crate::DualWriter) do not have the same columns.
    ///
    /// [What to do](crate::guide::errors#notdualwritten).
    #[error(
        "table `{table}`: the other model of the dual writer has no column `{column}` of type {ty}; give both models the same \
         columns, and add a column to the table before its key changes, or after it"
    )]
    NotDualWritten {
        /// The path of the model that has the column.
        table: &'static str,
        /// The SQL name of the column.
        column: &'static str,
        /// Its type.
        ty: String,
    },
    /// The closure of a `modify` changed the key, which would make another row.
    ///
    /// [What to do](crate::guide::errors#keychanged).
    #[error(
        "table `{table}`: the closure of `modify` changed the key from {key} to {changed}; delete the row and insert \
         another one in a `transact`"
    )]
    KeyChanged {
        /// The table's path.
        table: &'static str,
        /// The key as people read it, shortened.
        key: String,
        /// What the closure made of it.
        changed: String,
    },
    /// An update that sets no column.
    ///
    /// [What to do](crate::guide::errors#emptyupdate).
    #[error("table `{table}`: the update sets no column; call a setter of a column outside of the key")]
    EmptyUpdate {
        /// The table's path.
        table: &'static str,
    },
}
