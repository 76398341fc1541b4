//! Translates the client's errors into errors of an operation, and the library's errors into errors that the client
//! retries.

use std::borrow::Cow;
use std::sync::Arc;

use ydb::{YdbError, YdbOrCustomerError};

use super::options::{Namespace, Options, Scope};
use super::status::{is_conflict, is_in_doubt, is_not_connected, is_of_answer, is_refused_batch, is_unknown};
use crate::error::failure::Failure;
use crate::error::{Detail, Done, Error, ErrorKind, OperationName};
use crate::statements::{Location, YdbTable};
use ydb_keys_core::schema::{IndexDef, IndexKind};

/// Effect of a statement, apart from a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Effect {
    Reads,
    /// A text of the user's that does not show clearly whether it writes.
    Unclear,
    Writes,
}

/// Transactions that can begin again.
pub(super) trait Restart {
    /// Makes the transaction begin again after its closure has returned, if the client retries this error.
    fn again(&self, error: YdbError);
}

/// Name and table of a running operation, for spans and errors, and its kind of transaction.
#[derive(Clone, Debug)]
pub(super) struct Operation {
    /// Path in the model, which errors about values name.
    pub(super) model: &'static str,
    /// Path with the directory that the table is addressed at.
    pub(super) table: Cow<'static, str>,
    pub(super) name: &'static str,
    /// Indexes of the table. An error names the unique ones.
    indexes: &'static [IndexDef],
    /// Path of the database, if the executor knows it and spans are watched.
    pub(super) namespace: Namespace,
    /// Kind of transaction, which may contain earlier writes.
    scope: Scope,
    /// `true` if the operation commits the transaction.
    commits: bool,
    /// `true` if the client repeats the write after an unknown outcome. A later attempt does not tell whether an
    /// earlier one wrote.
    idempotent: bool,
    /// `true` if the operation is a transaction of its own with a marker.
    pub(super) exactly_once: bool,
    effect: Effect,
}

impl Operation {
    pub(super) fn at<T: YdbTable>(location: &Location, name: OperationName) -> Self {
        let model = T::TABLE.name;
        let path = location.path_or(T::TABLE.name);
        let table = if path == model { Cow::Borrowed(model) } else { Cow::Owned(path.to_owned()) };
        Operation { indexes: T::TABLE.indexes, ..Operation::new(model, table, name.as_str()) }
    }

    /// Makes an operation that cannot conflict with existing rows.
    pub(super) fn new(model: &'static str, table: Cow<'static, str>, name: &'static str) -> Self {
        Operation {
            model,
            table,
            name,
            indexes: &[],
            namespace: None,
            scope: Scope::Alone,
            commits: false,
            idempotent: false,
            exactly_once: false,
            effect: Effect::Writes,
        }
    }

    /// Sets the kind of transaction and the database.
    pub(super) fn on(self, (scope, namespace): (Scope, Namespace)) -> Self {
        Operation { scope, namespace, ..self }
    }

    pub(super) fn within(self, scope: Scope) -> Self {
        Operation { scope, ..self }
    }

    pub(super) fn with_commit(self, commits: bool) -> Self {
        Operation { commits, ..self }
    }

    pub(super) fn set_options(&mut self, options: Options) {
        self.commits = options.commit;
        self.idempotent = options.idempotent && !options.reads;
        self.exactly_once = options.exactly_once;
        if options.reads {
            self.effect = Effect::Reads;
        }
    }

    pub(super) fn with_effect(self, effect: Effect) -> Self {
        Operation { effect, ..self }
    }

    /// Returns `true` if the operation is a transaction by itself.
    pub(super) fn is_alone(&self) -> bool {
        self.scope == Scope::Alone
    }

    /// Makes the operation of a whole `transact`, which may have written to any table.
    pub(super) fn of_transaction(namespace: Namespace) -> Self {
        let operation =
            Operation { namespace, ..Operation::new("", Cow::Borrowed(""), OperationName::Transact.as_str()) };
        operation.within(Scope::Transact).with_commit(true)
    }

    /// Makes an error from an error of the client: adds the operation and the table.
    #[cold]
    pub(super) fn failed(&self, source: YdbError) -> Error {
        self.refused(None, source)
    }

    /// Makes the error of a statement that is done and whose result cannot be read. If the statement writes in a
    /// `transact`, the transaction is not committed, even if the closure ignores the error.
    #[cold]
    pub(super) fn unread(&self, tx: Option<&impl Restart>, source: Error) -> Error {
        let commits = self.commits && !self.is_alone();
        let done = match (self.effect, self.scope) {
            _ if commits => Done::Written,
            (Effect::Reads, _) => return source,
            (Effect::Unclear, Scope::Alone) => Done::Perhaps,
            (Effect::Writes, Scope::Alone) => Done::Written,
            (_, Scope::RetryTx) => Done::InTransaction,
            (_, Scope::Transact) => {
                if let Some(tx) = tx {
                    tx.again(YdbError::Convert(source.to_string()));
                }
                return source;
            }
        };
        Detail::Unread { table: self.table.clone().into_owned(), operation: self.name, done, source }.into()
    }

    /// Makes the error of a row that was read with another version than the stored one.
    #[cold]
    pub(super) fn conflict(&self, key: String, expected: i128, found: Option<i128>) -> Error {
        Detail::Conflict { table: self.table.clone().into_owned(), operation: self.name, key, expected, found }.into()
    }

    /// Makes the error of a call that must not be idempotent.
    #[cold]
    pub(super) fn refuse_idempotent(&self) -> Error {
        Detail::NotRepeatable { table: self.table.clone().into_owned(), operation: self.name }.into()
    }

    /// Makes the error of a call that cannot be `exactly_once` in its place.
    #[cold]
    pub(super) fn not_exactly_once(&self, cure: &'static str) -> Error {
        Detail::NotCertain { table: self.table.clone().into_owned(), operation: self.name, cure }.into()
    }

    /// Returns an error for a stale read in a transaction.
    pub(super) fn check_stale(&self, options: Options) -> Result<(), Error> {
        match options.stale && !self.is_alone() {
            true => Err(Detail::StaleRead { table: self.table.clone().into_owned(), operation: self.name }.into()),
            false => Ok(()),
        }
    }

    /// Makes the error of a failed insert, whose key the message names.
    #[cold]
    pub(super) fn insert_failed(&self, key: String, source: YdbError) -> Error {
        self.refused(Some(key), source)
    }

    /// Makes the error of a failed bulk upsert. Some of its rows may be written whatever the answer is: partitions
    /// write and answer independently, each may refuse (`TEvUploadRowsResponse`), and the client may have sent the
    /// request before.
    #[cold]
    pub(super) fn bulk_failed(&self, source: YdbError) -> Error {
        Detail::Ydb(Failure { outcome_unknown: true, ..self.failure(source) }).into()
    }

    /// Makes the error of a failed `BATCH`. Some of its transactions may be committed, unless YDB refused it as a
    /// whole.
    #[cold]
    pub(super) fn batch_failed(&self, source: YdbError) -> Error {
        let begun = !is_not_connected(&source) && !is_refused_batch(&source);
        let failure = self.failure(source);
        Detail::Ydb(Failure { outcome_unknown: begun || failure.outcome_unknown, ..failure }).into()
    }

    /// Makes the error of a transaction that was not committed, or whose commit is in doubt.
    #[cold]
    pub(super) fn ended(&self, source: YdbError, in_doubt: bool) -> Error {
        match self.failed(source).into_detail() {
            Detail::Ydb(failure) => Detail::Ydb(Failure { outcome_unknown: in_doubt, ..failure }).into(),
            detail => detail.into(),
        }
    }

    fn refused(&self, key: Option<String>, source: YdbError) -> Error {
        let failure = self.failure(source);
        if !is_conflict(&failure.source) {
            return Detail::Ydb(failure).into();
        }
        let unique = self.indexes.iter().filter(|index| index.kind == IndexKind::Unique);
        let unique = unique.map(|index| index.name).collect();
        Detail::AlreadyExists { key, earlier: self.scope != Scope::Alone, unique, failure }.into()
    }

    fn failure(&self, source: YdbError) -> Failure {
        let (table, operation) = (self.table.clone().into_owned(), self.name);
        // The fate of a statement inside `transact` does not matter: after a failure the transaction is not committed.
        let undone = self.scope == Scope::Transact && !self.commits;
        let harmless = self.effect == Effect::Reads && (!self.commits || self.is_alone());
        let outcome_unknown = match self.exactly_once {
            _ if harmless => false,
            true => is_in_doubt(&source),
            false if undone => false,
            false => is_unknown(&source) || is_of_answer(&source) || self.idempotent && is_not_connected(&source),
        };
        Failure { table, operation, source, outcome_unknown, place: None }
    }
}

/// Returns `true` if a transaction failed because a key, or values of a unique index, already exist.
///
/// YDB may report the conflict of an insert as late as at the commit. If the commit that `retry_tx` makes after your
/// closure fails, you get an error of the client, which this function recognizes. It also recognizes errors of a
/// model's operations of kind [`AlreadyExists`](ErrorKind::AlreadyExists).
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
        YdbOrCustomerError::Customer(error) => {
            error.downcast_ref::<Error>().is_some_and(|error| error.cause().kind() == ErrorKind::AlreadyExists)
        }
    }
}

impl Error {
    /// Returns the client's error that caused this one, with YDB's status and its issues, if there is one.
    pub fn ydb_error(&self) -> Option<&YdbError> {
        match self.cause().detail() {
            Detail::Ydb(failure) | Detail::AlreadyExists { failure, .. } | Detail::ExportStopped { failure, .. } => {
                Some(&failure.source)
            }
            _ => None,
        }
    }
}

/// Converts an error for `?` inside `retry_tx`. The client retries after the library's errors whenever it would retry
/// after its own.
impl From<Error> for YdbOrCustomerError {
    fn from(error: Error) -> Self {
        match error.into_detail() {
            Detail::Ydb(failure) | Detail::ExportStopped { failure, .. } => YdbOrCustomerError::YDB(failure.source),
            Detail::PartlyWritten { rows, .. } => YdbOrCustomerError::from(rows.cause),
            Detail::InDoubt { source, .. } | Detail::Forgotten { source, .. } => YdbOrCustomerError::from(source),
            // `from_err` would box the error again, and so hide its type from a downcast.
            detail => YdbOrCustomerError::Customer(Arc::new(Error::from(detail))),
        }
    }
}

/// Converts an error for code that returns the client's errors: a failure becomes its source, any other error a text.
impl From<Error> for YdbError {
    fn from(error: Error) -> Self {
        match error.into_detail() {
            Detail::Ydb(failure) | Detail::AlreadyExists { failure, .. } | Detail::ExportStopped { failure, .. } => {
                failure.source
            }
            Detail::PartlyWritten { rows, .. } => YdbError::from(rows.cause),
            Detail::InDoubt { source, .. } | Detail::Forgotten { source, .. } => YdbError::from(source),
            detail => YdbError::Convert(detail.to_string()),
        }
    }
}
