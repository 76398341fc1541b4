//! What the client's errors mean to an operation, and what the library's errors mean to the client's retries.

use std::borrow::Cow;
use std::sync::Arc;

use tracing::{Span, info_span};
use ydb::{YdbError, YdbOrCustomerError};

use super::status::{is_conflict, is_unknown};
use crate::error::{Error, Failure};
use crate::schema::IndexKind;
use crate::statements::{Location, YdbTable};

/// Which operation runs, and on which table; what spans and errors name.
#[derive(Clone, Debug)]
pub(super) struct Operation {
    /// The path in the model, which errors about values name.
    pub(super) model: &'static str,
    /// The path with the directory that the table is addressed at.
    pub(super) table: Cow<'static, str>,
    pub(super) name: &'static str,
    /// The unique indexes of the table.
    unique: Vec<&'static str>,
    /// Whether the writes of a transaction come before it.
    in_transaction: bool,
}

impl Operation {
    pub(super) fn at<T: YdbTable>(location: &Location, name: &'static str) -> Self {
        let model = T::TABLE.name;
        let path = location.path::<T>();
        let table = if path == model { Cow::Borrowed(model) } else { Cow::Owned(path.to_owned()) };
        let unique = T::TABLE.indexes.iter().filter(|index| index.kind == IndexKind::Unique);
        Operation { unique: unique.map(|index| index.name).collect(), ..Operation::new(model, table, name) }
    }

    /// An operation that meets no other rows.
    pub(super) fn new(model: &'static str, table: Cow<'static, str>, name: &'static str) -> Self {
        Operation { model, table, name, unique: Vec::new(), in_transaction: false }
    }

    /// The operation on an executor that is a transaction, or is not.
    pub(super) fn within(self, in_transaction: bool) -> Self {
        Operation { in_transaction, ..self }
    }

    /// The names are those of OpenTelemetry's conventions for databases.
    pub(super) fn span(&self) -> Span {
        info_span!(
            "ydb_keys",
            db.system.name = "ydb",
            db.collection.name = %self.table,
            db.operation.name = self.name
        )
    }

    /// The error of the client, with what it happened to.
    #[cold]
    pub(super) fn failed(&self, source: YdbError) -> Error {
        self.refused(None, source)
    }

    /// The same of an insert, whose key the error names.
    #[cold]
    pub(super) fn insert_failed(&self, key: String, source: YdbError) -> Error {
        self.refused(Some(key), source)
    }

    /// The same of a bulk upsert, of which some rows may be written whatever the answer is: partitions write and answer one by one,
    /// any of them may refuse (`TEvUploadRowsResponse`), and the client may have sent the request before.
    #[cold]
    pub(super) fn bulk_failed(&self, source: YdbError) -> Error {
        Error::Ydb(Box::new(Failure { outcome_unknown: true, ..self.failure(source) }))
    }

    fn refused(&self, key: Option<String>, source: YdbError) -> Error {
        let failure = Box::new(self.failure(source));
        match is_conflict(&failure.source) {
            false => Error::Ydb(failure),
            true => Error::AlreadyExists { key, earlier: self.in_transaction, unique: self.unique.clone(), failure },
        }
    }

    fn failure(&self, source: YdbError) -> Failure {
        let (table, operation, outcome_unknown) = (self.table.clone().into_owned(), self.name, is_unknown(&source));
        Failure { table, operation, source, outcome_unknown }
    }
}

/// Whether a transaction failed because a key, or a value of a unique index, exists already.
///
/// YDB may report the conflict of an insert as late as at the commit. A commit that `retry_tx` makes itself, after your closure,
/// fails with an error of the client's: ask this function about it. It knows [`Error::AlreadyExists`] too, which the operations of
/// models fail with.
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
///         Order { order_id: 1001 }.insert().exec(tx).await?;
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
    /// Whether a write may have been carried out although it failed: the connection broke, or the answer did not come in time. A bulk
    /// upsert that failed always may be carried out in part.
    ///
    /// Read the row before you write it again, unless the write may be repeated.
    pub fn is_outcome_unknown(&self) -> bool {
        match self {
            Error::PartlyWritten { unknown, .. } => *unknown,
            Error::Ydb(failure) | Error::AlreadyExists { failure, .. } => failure.outcome_unknown,
            _ => false,
        }
    }

    /// Whether an insert met its key, or a write a value of a unique index: [`Error::AlreadyExists`], also as what stopped a write of
    /// many rows.
    pub fn is_already_exists(&self) -> bool {
        match self {
            Error::AlreadyExists { .. } => true,
            Error::PartlyWritten { source, .. } => source.is_already_exists(),
            _ => false,
        }
    }

    /// The client's error behind this one, if there is one.
    pub fn ydb_error(&self) -> Option<&YdbError> {
        match self {
            Error::Ydb(failure) | Error::AlreadyExists { failure, .. } => Some(&failure.source),
            Error::PartlyWritten { source, .. } => source.ydb_error(),
            _ => None,
        }
    }
}

/// For `?` inside `retry_tx`: what the client would try again after its own error, it tries again after ours.
impl From<Error> for YdbOrCustomerError {
    fn from(error: Error) -> Self {
        match error {
            Error::Ydb(failure) => YdbOrCustomerError::YDB(failure.source),
            Error::PartlyWritten { source, .. } => YdbOrCustomerError::from(*source),
            // Not wrapped by `from_err`, which boxes it once more and so hides its type from a downcast.
            error => YdbOrCustomerError::Customer(Arc::new(error)),
        }
    }
}

/// For code whose errors are the client's: a failure becomes its source, anything else a text.
impl From<Error> for YdbError {
    fn from(error: Error) -> Self {
        match error {
            Error::Ydb(failure) | Error::AlreadyExists { failure, .. } => failure.source,
            Error::PartlyWritten { source, .. } => YdbError::from(*source),
            error => YdbError::Convert(error.to_string()),
        }
    }
}
