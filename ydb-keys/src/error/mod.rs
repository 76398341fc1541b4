//! The errors of the library.

#[cfg(feature = "sdk")]
mod failure;

#[cfg(feature = "sdk")]
pub use failure::Failure;
#[cfg(feature = "sdk")]
pub(crate) use failure::{BULK_UPSERT, Reason};

use std::fmt;
use std::ops::Range;

/// The result of an operation on a model.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What went wrong, with the table and the column it happened to.
#[derive(Clone, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// YDB, or the way to it, refused the operation.
    #[cfg(feature = "sdk")]
    #[error(transparent)]
    Ydb(Box<Failure>),
    /// An insert met its key, or a write a value of a unique index, that exists already; or two rows of one insert had one key.
    ///
    /// YDB may report the conflict of an insert in a transaction late: at a later operation of the transaction, or at its commit.
    #[cfg(feature = "sdk")]
    #[error("table `{}`: {} failed: {} ({})", failure.table, failure.operation, existing(key.as_deref(), *earlier, unique), failure.reason())]
    AlreadyExists {
        /// The key as people read it, shortened: `(1001)`; of many rows `one of (1001) to (2000)`, for YDB does not say which it was.
        /// `None` where the operation that failed is not an insert.
        key: Option<String>,
        /// Whether the conflict may be that of an earlier write of the same transaction, whose key and table are not known here.
        earlier: bool,
        /// The unique indexes of the table: YDB says the same of a value that one of them has already.
        unique: Vec<&'static str>,
        /// What YDB said.
        #[source]
        failure: Box<Failure>,
    },
    /// A write of many rows was cut into several requests, and one of them failed after others had been written.
    ///
    /// Never inside a transaction, whose writes are made or undone together.
    #[cfg(feature = "sdk")]
    #[error(
        "table `{table}`: {operation} stopped: rows {}..{} of {total} are written, {} {}..{}, the rest was not sent: {source}",
        written.start, written.end, if *unknown { "the outcome is unknown for rows" } else { "nothing was written of" }, failed.start, failed.end
    )]
    PartlyWritten {
        /// The table's path.
        table: String,
        /// The operation's name.
        operation: &'static str,
        /// The rows that are written, by their positions in what was given.
        written: Range<usize>,
        /// The rows of the request that failed.
        failed: Range<usize>,
        /// Whether the failed request may have been carried out all the same, as after a lost connection. A bulk upsert always may
        /// in part.
        unknown: bool,
        /// How many rows were given.
        total: usize,
        /// What happened to the failed request.
        source: Box<Error>,
    },
    /// The column's YDB type has no such value; nothing was wrapped or cut.
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
    /// The value cannot be written to, or read from, its column at all.
    #[error("{}, column `{column}`: {reason}", Owner(table))]
    InvalidValue {
        /// The table's path.
        table: &'static str,
        /// The column's SQL name.
        column: &'static str,
        /// What is wrong with it.
        reason: String,
    },
    /// A value of another type than the model says.
    #[error("{}, column `{column}`: expected {expected}, found {found}", Owner(table))]
    TypeMismatch {
        /// The table's path.
        table: &'static str,
        /// The column's SQL name.
        column: &'static str,
        /// The type the model can read.
        expected: &'static str,
        /// The type that came.
        found: &'static str,
    },
    /// NULL in a column that the model says is never NULL.
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
    /// A result without a column of the model.
    #[error("{}: the result has no column `{column}`", Owner(table))]
    MissingColumn {
        /// The table's path.
        table: &'static str,
        /// The column's SQL name.
        column: &'static str,
    },
    /// The key is larger than YDB recommends, or with `allow(large_key)` than it can store.
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
    #[error(
        "table `{table}`, column `{column}`: the value has {size} bytes in the row with key {key}, more than the {limit} that YDB can store"
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
    /// A document for a column of type `JsonDocument` has a number that YDB would change without a word: it keeps numbers as doubles.
    #[error(
        "table `{table}`, column `{column}`: the document has the number {number}, and a JsonDocument keeps numbers as doubles, which \
         would change it; store the number as a string, or make the column `Json` (`#[ydb(type = \"Json\")]`), which keeps the text"
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
    #[error(
        "table `{table}`, column `{column}`: {uuid} is a UUID of version {version}, which grows with time; leading the key it sends \
         all writes of a moment to one partition. Use version 4 or 8, put a hash in front, or write `allow(monotonic_leading_key, reason = \"...\")`"
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
    /// An async index, which lags behind its table, read inside a transaction.
    #[cfg(feature = "sdk")]
    #[error(
        "table `{table}`: the index `{index}` is async, and YDB reads async indexes only in the mode Stale Read Only, which a \
         transaction cannot have; read it with the `QueryClient`, or make the index `sync`"
    )]
    AsyncIndex {
        /// The table's path.
        table: &'static str,
        /// The index's name.
        index: &'static str,
    },
    /// A table client alone does not know the database of a table.
    #[cfg(feature = "sdk")]
    #[error(
        "table `{table}`: {operation} needs the table's absolute path, and a `TableClient` does not know its database; pass the \
         `&ydb::Client`, or address the table by `below(client.database())`"
    )]
    RelativePath {
        /// The table's path.
        table: String,
        /// The operation's name.
        operation: &'static str,
    },
    /// A scan that should go on after a row that is not its own.
    #[error(
        "table `{table}`, column `{column}`: `after` names a row of {after}, but the scan is one of {scan}; give it the key of a row that the \
         scan has read"
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
    #[error(
        "table `{table}`: a deletion has no limit; remove `limit(..)`, or read the keys and delete them with `delete_many`"
    )]
    LimitedDelete {
        /// The table's path.
        table: &'static str,
    },
    /// A page token that cannot be read, or that does not continue this scan.
    #[error(transparent)]
    PageToken(#[from] PageTokenError),
    /// A page of a scan with a limit of its own, which would have to be counted over all pages.
    #[error(
        "table `{table}`: a page has a size and no limit; remove `limit(..)`, and stop asking for pages when there are enough rows"
    )]
    LimitedPage {
        /// The table's path.
        table: &'static str,
    },
    /// An operation whose text would be longer than YDB's documentation allows: the table has many columns with long names.
    #[error(
        "table `{table}`: {operation} needs a text of {size} bytes, more than the {limit} that YDB takes; {instead}"
    )]
    TextTooLong {
        /// The table's path.
        table: String,
        /// The operation's name: `get_many`.
        operation: &'static str,
        /// Bytes of the shortest text that there is for the operation.
        size: usize,
        /// The most bytes a text may have.
        limit: usize,
        /// What to do instead.
        instead: &'static str,
    },
    /// An update that sets no column.
    #[error("table `{table}`: the update sets no column; call a setter of a column outside of the key")]
    EmptyUpdate {
        /// The table's path.
        table: &'static str,
    },
}

/// A table, or a struct that is read from the rows of a query and belongs to no table.
struct Owner<'a>(&'a str);

impl fmt::Display for Owner<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.strip_prefix("struct ") {
            Some(name) => write!(f, "struct `{name}`"),
            None => write!(f, "table `{}`", self.0),
        }
    }
}

/// What a write has met, and what to do instead.
#[cfg(feature = "sdk")]
fn existing(key: Option<&str>, earlier: bool, unique: &[&str]) -> String {
    let mut ways = Vec::new();
    ways.extend(key.map(|key| format!("the key exists already: {key}")));
    if !unique.is_empty() {
        ways.push(format!("another row has its values of `{}`", unique.join("` or `")));
    }
    if earlier {
        ways.push("an earlier write of the transaction met an existing row, which YDB may report late".to_owned());
    }
    let found = match ways.is_empty() {
        true => "a row exists already".to_owned(),
        false => ways.join(", or "),
    };
    match (key, earlier, unique) {
        (Some(_), false, []) => format!("{found}; write `upsert` to overwrite the row"),
        _ => found,
    }
}

impl Error {
    /// Adds table and column to what went wrong with one value.
    #[cold]
    pub(crate) fn in_column(table: &'static str, column: &'static str, error: ValueError) -> Self {
        match error {
            ValueError::OutOfRange { value, ty } => Error::OutOfRange { table, column, value, ty },
            ValueError::Mismatch { expected, found } => Error::TypeMismatch { table, column, expected, found },
            ValueError::Null => Error::UnexpectedNull { table, column },
            ValueError::Invalid(reason) => Error::InvalidValue { table, column, reason },
        }
    }

    /// The hash was asked of a value that the schema's rules do not let into a hash.
    #[cold]
    pub(crate) fn not_hashable(table: &'static str, column: &'static str, ty: &str) -> Self {
        Error::InvalidValue { table, column, reason: format!("a {ty} cannot be hashed, or is NULL") }
    }
}

/// Why a text is not a page token, or why a page token does not continue a scan.
///
/// All of it is about what the reader sent, so a web service answers with "bad request", or starts from the first page.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PageTokenError {
    /// The text is too short, or has characters that no token has.
    #[error(
        "the text is not a page token, or only a part of one; pass on the whole text that `PageToken` printed, or start from the first page"
    )]
    Malformed,
    /// The checksum does not match.
    #[error(
        "the page token is damaged: it was changed or cut on the way, or the text is something else; pass it on as `PageToken` printed it, or start from the first page"
    )]
    Damaged,
    /// Made by a version of the library that writes another format.
    #[error(
        "the page token has format {found}, but this program reads format {expected}: another version of the library made it; start from the first page"
    )]
    Version {
        /// The format of the token.
        found: u8,
        /// The format of this version of the library.
        expected: u8,
    },
    /// Made by a scan of another table, of another key or of another shape.
    #[error(
        "table `{table}`: the page token is of another table or another scan; a token continues a scan of the same table, key, index, fixed columns, ends of the range and direction; start from the first page"
    )]
    OtherScan {
        /// The table that is scanned now.
        table: &'static str,
    },
    /// Made by a scan of the same shape that fixes a column to another value.
    #[error(
        "table `{table}`, column `{column}`: the page token continues a scan of {token}, not of {scan}; start from the first page"
    )]
    OtherRows {
        /// The table's path.
        table: &'static str,
        /// The SQL name of the fixed column.
        column: &'static str,
        /// Its value in the token as people read it, shortened.
        token: String,
        /// Its value in the scan as people read it, shortened.
        scan: String,
    },
}

/// Why one value could not become a column value, or the other way round.
///
/// [`Error`] adds the table and the column.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ValueError {
    /// The type has no such value; nothing is wrapped or cut.
    #[error("{value} is outside the range of {ty}")]
    OutOfRange {
        /// The value as people read it.
        value: String,
        /// The type it did not fit: a YDB type when encoding, a Rust type when decoding.
        ty: &'static str,
    },
    /// A value of another YDB type.
    #[error("expected {expected}, found {found}")]
    Mismatch {
        /// What the Rust type can be decoded from.
        expected: &'static str,
        /// What came.
        found: &'static str,
    },
    /// NULL where the Rust type is not an `Option`.
    #[error("unexpected NULL")]
    Null,
    /// Not a value of the type at all: malformed JSON, a text that is not a number, an enum's unknown variant.
    #[error("{0}")]
    Invalid(String),
}

impl ValueError {
    #[cold]
    pub(crate) fn invalid(message: impl fmt::Display) -> Self {
        ValueError::Invalid(message.to_string())
    }
}
