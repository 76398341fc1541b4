//! What the client's errors mean for an operation, and what the library's errors mean for the client's retries.

use std::borrow::Cow;
use std::sync::Arc;

use ydb::{YdbError, YdbOrCustomerError};

use super::options::Scope;
use super::status::{is_conflict, is_overload, is_unknown};
use crate::error::Error;
use crate::error::failure::{Failure, TRANSACT};
use crate::schema::IndexKind;
use crate::statements::{Location, YdbTable};

/// Which operation runs on which table, for spans and errors.
#[derive(Clone, Debug)]
pub(super) struct Operation {
    /// The path in the model, which errors about values name.
    pub(super) model: &'static str,
    /// The path with the directory that the table is addressed at.
    pub(super) table: Cow<'static, str>,
    pub(super) name: &'static str,
    /// The unique indexes of the table.
    unique: Vec<&'static str>,
    /// A transaction may have earlier writes.
    scope: Scope,
    /// Whether it commits the transaction.
    commits: bool,
}

impl Operation {
    pub(super) fn at<T: YdbTable>(location: &Location, name: &'static str) -> Self {
        let model = T::TABLE.name;
        let path = location.path::<T>();
        let table = if path == model { Cow::Borrowed(model) } else { Cow::Owned(path.to_owned()) };
        let unique = T::TABLE.indexes.iter().filter(|index| index.kind == IndexKind::Unique);
        Operation { unique: unique.map(|index| index.name).collect(), ..Operation::new(model, table, name) }
    }

    /// An operation that cannot conflict with existing rows.
    pub(super) fn new(model: &'static str, table: Cow<'static, str>, name: &'static str) -> Self {
        Operation { model, table, name, unique: Vec::new(), scope: Scope::Alone, commits: false }
    }

    pub(super) fn within(self, scope: Scope) -> Self {
        Operation { scope, ..self }
    }

    pub(super) fn with_commit(self, commits: bool) -> Self {
        Operation { commits, ..self }
    }

    /// A whole `transact`, which may have written to any table.
    pub(super) fn of_transaction() -> Self {
        Operation::new("", Cow::Borrowed(""), TRANSACT).within(Scope::Transact).with_commit(true)
    }

    /// The client's error, with the operation and the table.
    #[cold]
    pub(super) fn failed(&self, source: YdbError) -> Error {
        self.refused(None, source)
    }

    /// The error of a row that was written back over another version.
    #[cold]
    pub(super) fn conflict(&self, key: String, expected: i128, found: Option<i128>) -> Error {
        Error::Conflict { table: self.table.clone().into_owned(), operation: self.name, key, expected, found }
    }

    /// The error of a call that must not be idempotent.
    #[cold]
    pub(super) fn not_repeatable(&self) -> Error {
        Error::NotRepeatable { table: self.table.clone().into_owned(), operation: self.name }
    }

    /// The same for an insert, whose key the error names.
    #[cold]
    pub(super) fn insert_failed(&self, key: String, source: YdbError) -> Error {
        self.refused(Some(key), source)
    }

    /// The same for a bulk upsert. Some of its rows may be written whatever the answer is: partitions write and answer
    /// independently, each may refuse (`TEvUploadRowsResponse`), and the client may have sent the request before.
    #[cold]
    pub(super) fn bulk_failed(&self, source: YdbError) -> Error {
        Error::Ydb(Box::new(Failure { outcome_unknown: true, ..self.failure(source) }))
    }

    /// The same for a transaction that was not committed, or whose commit is in doubt.
    #[cold]
    pub(super) fn ended(&self, source: YdbError, in_doubt: bool) -> Error {
        match self.failed(source) {
            Error::Ydb(failure) => Error::Ydb(Box::new(Failure { outcome_unknown: in_doubt, ..*failure })),
            error => error,
        }
    }

    fn refused(&self, key: Option<String>, source: YdbError) -> Error {
        let failure = Box::new(self.failure(source));
        match is_conflict(&failure.source) {
            false => Error::Ydb(failure),
            true => {
                Error::AlreadyExists { key, earlier: self.scope != Scope::Alone, unique: self.unique.clone(), failure }
            }
        }
    }

    fn failure(&self, source: YdbError) -> Failure {
        let (table, operation) = (self.table.clone().into_owned(), self.name);
        // Whatever became of a statement inside `transact`: after a failure the transaction is not committed.
        let undone = self.scope == Scope::Transact && !self.commits;
        let outcome_unknown = !undone && is_unknown(&source);
        Failure { table, operation, source, outcome_unknown }
    }
}

/// Whether a transaction failed because a key, or values of a unique index, already exist.
///
/// YDB may report the conflict of an insert as late as at the commit. If the commit that `retry_tx` makes after your
/// closure fails, you get an error of the client, which this function recognizes. It also recognizes
/// [`Error::AlreadyExists`], the error of a model's operations, and of [`transact`](crate::transact) wherever YDB
/// reports the conflict.
///
/// ```no_run
/// # use ydb_keys::YdbTable;
/// # #[derive(YdbTable)]
/// # #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
/// # struct Order { order_id: u64 }
/// use ydb::{Transaction, YdbOrCustomerError, closure};
///
/// # async fn example(client: &ydb::Client) -> Result<(), YdbOrCustomerError> {
/// let placed = client
///     .query_client()
///     .retry_tx(closure!(async |tx: &mut Transaction| {
///         Order { order_id: 1001 }.insert().exec(&mut *tx).await?;
///         Ok(())
///     }))
///     .await;
/// match placed {
///     Err(error) if ydb_keys::is_already_exists(&error) => println!("there is such an order"),
///     other => other?,
/// }
/// # Ok(())
/// # }
/// ```
pub fn is_already_exists(error: &YdbOrCustomerError) -> bool {
    match error {
        YdbOrCustomerError::YDB(error) => is_conflict(error),
        YdbOrCustomerError::Customer(error) => error.downcast_ref::<Error>().is_some_and(Error::is_already_exists),
    }
}

impl Error {
    /// Whether a failed write may have been written anyway, because the connection broke or the answer came too late.
    /// After a failed bulk upsert, some of the rows may always be written.
    ///
    /// Read the row before you write it again, unless writing it twice is harmless.
    pub fn is_outcome_unknown(&self) -> bool {
        match self {
            Error::PartlyWritten { unknown, .. } => *unknown,
            Error::Ydb(failure) | Error::AlreadyExists { failure, .. } => failure.outcome_unknown,
            _ => false,
        }
    }

    /// Whether the key of an insert, or the values of a write in a unique index, already exist:
    /// [`Error::AlreadyExists`], also as the reason why a write of many rows stopped.
    pub fn is_already_exists(&self) -> bool {
        match self {
            Error::AlreadyExists { .. } => true,
            Error::PartlyWritten { source, .. } => source.is_already_exists(),
            _ => false,
        }
    }

    /// Whether YDB cannot take the request now, or did not answer within the call's
    /// [`timeout`](crate::Call::timeout): the same request may succeed later.
    ///
    /// The client has repeated the request until the timeout. A service answers its own clients with 503 and
    /// `Retry-After`. Whether a write was done all the same, [`is_outcome_unknown`](Self::is_outcome_unknown) says.
    pub fn is_overloaded(&self) -> bool {
        self.ydb_error().is_some_and(is_overload)
    }

    /// The client's error that caused this one, if there is one.
    pub fn ydb_error(&self) -> Option<&YdbError> {
        match self {
            Error::Ydb(failure) | Error::AlreadyExists { failure, .. } => Some(&failure.source),
            Error::PartlyWritten { source, .. } => source.ydb_error(),
            Error::ExportStopped { source, .. } => Some(&source.source),
            _ => None,
        }
    }
}

/// For `?` inside `retry_tx`: the client retries after our errors whenever it would retry after its own.
impl From<Error> for YdbOrCustomerError {
    fn from(error: Error) -> Self {
        match error {
            Error::Ydb(failure) => YdbOrCustomerError::YDB(failure.source),
            Error::PartlyWritten { source, .. } => YdbOrCustomerError::from(*source),
            Error::ExportStopped { source, .. } => YdbOrCustomerError::YDB(source.source),
            // Not `from_err`, which boxes the error again and so hides its type from a downcast.
            error => YdbOrCustomerError::Customer(Arc::new(error)),
        }
    }
}

/// For code that returns the client's errors: a failure becomes its source, any other error a text.
impl From<Error> for YdbError {
    fn from(error: Error) -> Self {
        match error {
            Error::Ydb(failure) | Error::AlreadyExists { failure, .. } => failure.source,
            Error::PartlyWritten { source, .. } => YdbError::from(*source),
            Error::ExportStopped { source, .. } => source.source,
            error => YdbError::Convert(error.to_string()),
        }
    }
}
