//! Updates and deletions by key, and their outcomes.

use std::time::Instant;

use ydb::ResultSet;

use super::decode::first_row;
use super::executor::{Executor, Target};
use super::failure::Effect;
use super::one::Answer as _;
use super::send::execute;
use super::{Call, Operation, Options, Request};
use crate::error::{OperationName, Result};
use crate::statements::{Delete, Statement, Update, YdbTable};

/// Outcome of an update or a deletion by key.
///
/// ```no_run
/// use ydb_keys::{WriteOutcome, YdbTable, sub};
/// # #[derive(YdbTable, Debug)]
/// # #[ydb(primary_key(account_hash = xxh3(account), account))]
/// # struct Account { account: String, balance: i64 }
///
/// # async fn example(client: &ydb::Client) -> ydb_keys::Result<()> {
/// let enough = Account::COLUMNS.balance.ge(100);
/// match Account::update("alice".to_owned()).balance(sub(100)).when(enough).fetch(client).await? {
///     WriteOutcome::Row(account) => println!("{} is left", account.balance),
///     WriteOutcome::ConditionFailed(account) => println!("{} is not enough", account.balance),
///     WriteOutcome::NoSuchKey => println!("there is no such account"),
/// }
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "the row may be unchanged"]
pub enum WriteOutcome<T> {
    /// The row was changed or deleted. This is the row after the update, or before the deletion.
    Row(T),
    /// The condition was not true, so the row is unchanged. This is the row as a read found it afterwards. Outside of
    /// transactions, another client may have changed it in between, even so that the condition is true now.
    ConditionFailed(T),
    /// There is no row with the key. If the operation has a condition, a read found that afterwards.
    NoSuchKey,
}

impl<T> WriteOutcome<T> {
    /// Returns the changed row, or `None` if nothing was changed.
    pub fn row(self) -> Option<T> {
        match self {
            WriteOutcome::Row(row) => Some(row),
            WriteOutcome::ConditionFailed(_) | WriteOutcome::NoSuchKey => None,
        }
    }

    /// Returns `true` if the row was changed.
    pub fn is_changed(&self) -> bool {
        matches!(self, WriteOutcome::Row(_))
    }
}

impl<T: YdbTable> Update<T> {
    /// Changes the row. If the row does not exist, or the condition is not true for it, nothing is changed and there is
    /// no error. [`fetch`](Update::fetch) returns which of these happened.
    ///
    /// # Errors
    /// The errors of [`Update::statement`]; an error of YDB. [`Usage`](crate::ErrorKind::Usage) if an update that
    /// depends on the stored row is set `idempotent`.
    pub fn exec<'q>(&self, executor: impl Executor + 'q) -> Call<'q, ()> {
        let operation = Operation::at::<T>(&self.location, OperationName::Update);
        execute(executor.target(), operation, self.statement()).not_idempotent(self.is_not_idempotent())
    }

    /// Changes the row and returns it as it is afterwards, or the reason that it was not changed.
    ///
    /// A single statement is sent if the row is changed. If a condition was not true, a second statement reads the row,
    /// to distinguish a false condition from a key that does not exist. If there is a condition,
    /// [`with_commit`](Call::with_commit) always sends that read, and commits with it.
    ///
    /// # Errors
    /// The errors of [`Update::fetch_statement`] and [`Update::exec`]; a column that is missing, of another type or
    /// unexpectedly NULL.
    pub fn fetch<'q>(&self, executor: impl Executor + 'q) -> Call<'q, WriteOutcome<T>>
    where
        T: Send,
    {
        let operation = Operation::at::<T>(&self.location, OperationName::Update);
        let read = self.is_conditional().then(|| self.read_at(&self.location));
        changed(executor.target(), operation, self.fetch_statement(), read).not_idempotent(self.is_not_idempotent())
    }
}

impl<T: YdbTable> Delete<T> {
    /// Deletes the row. If the row does not exist, or the condition is not true for it, nothing is deleted and there is
    /// no error. [`fetch`](Delete::fetch) returns which of these happened.
    ///
    /// # Errors
    /// The errors of [`Delete::statement`]; an error of YDB. [`Usage`](crate::ErrorKind::Usage) if a deletion with a
    /// condition is set `idempotent`.
    pub fn exec<'q>(self, executor: impl Executor + 'q) -> Call<'q, ()> {
        let operation = Operation::at::<T>(&self.location, OperationName::Delete);
        execute(executor.target(), operation, self.statement()).not_idempotent(self.is_conditional())
    }

    /// Deletes the row and returns it as it was, or the reason that it was not deleted. A condition may cause a second
    /// statement; see [`Update::fetch`].
    ///
    /// # Errors
    /// The errors of [`Delete::fetch_statement`] and [`Delete::exec`]; a column that is missing, of another type or
    /// unexpectedly NULL.
    pub fn fetch<'q>(self, executor: impl Executor + 'q) -> Call<'q, WriteOutcome<T>>
    where
        T: Send,
    {
        let operation = Operation::at::<T>(&self.location, OperationName::Delete);
        let read = self.is_conditional().then(|| self.read_statement());
        changed(executor.target(), operation, self.fetch_statement(), read).not_idempotent(true)
    }
}

/// Sends a change that returns its row. `read` is the statement that looks for the row of a change with a condition.
fn changed<'q, T: YdbTable + Send>(
    executor: Target<'q>,
    operation: Operation,
    change: Result<Statement<'_>>,
    read: Option<Result<Statement<'_>>>,
) -> Call<'q, WriteOutcome<T>> {
    let unchanged = Unchanged { read, is_error: false };
    decide(executor, operation, change, unchanged, first_row::<T>, first_row::<T>, |_, row, found| {
        Ok(match (row, found) {
            (Some(row), _) => WriteOutcome::Row(row),
            (None, Some(found)) => WriteOutcome::ConditionFailed(found),
            (None, None) => WriteOutcome::NoSuchKey,
        })
    })
}

/// Next step after a change that changed nothing.
pub(super) struct Unchanged<'s> {
    /// Statement that looks for the row.
    pub(super) read: Option<Result<Statement<'s>>>,
    /// `true` if the result is an error in any case, so that nothing is committed.
    pub(super) is_error: bool,
}

/// Sends a change that returns a part of its row, which `row` decodes. If nothing was changed, sends the read, whose
/// result `found` decodes. `outcome` makes the result of the call from both.
pub(super) fn decide<'q, A: Send + 'q, B: Send + 'q, R: Send + 'q, K>(
    mut executor: Target<'q>,
    operation: Operation,
    change: Result<Statement<'_>>,
    unchanged: Unchanged<'_>,
    row: impl FnOnce(ResultSet) -> Result<Option<A>> + Send + 'q,
    found: impl FnOnce(ResultSet) -> Result<Option<B>> + Send + 'q,
    outcome: impl FnOnce(&Operation, Option<A>, Option<B>) -> Result<R> + Send + 'q,
) -> Call<'q, R, K> {
    let operation = operation.on(executor.place());
    let requests = Request::prepare(&operation, change).and_then(|change| {
        let read = unchanged.read.map(|read| Request::prepare(&operation, read)).transpose()?;
        Ok((change, read))
    });
    let run = requests.map(|(change, read)| {
        move |operation: Operation, options: Options| async move {
            let start = Instant::now();
            // After a commit there is no transaction left to read in.
            let commit = options.commit && read.is_some();
            let first = operation.clone().with_commit(options.commit && !commit);
            let set = ResultSet::of(executor.lent(), change, options.part(start, !commit)).await;
            let changed = row(set.map_err(|error| first.failed(error))?);
            let changed = changed.map_err(|error| first.unread(executor.tx(), error))?;
            let is_changed = changed.is_some();
            let Some(read) = read.filter(|_| !is_changed || commit) else {
                let outcome = outcome(&operation, changed, None);
                return outcome
                    .map_err(|error| if is_changed { operation.unread(executor.tx(), error) } else { error });
            };
            // If nothing is changed, and that is an error, the transaction can still be rolled back.
            let options =
                Options { idempotent: true, reads: true, ..options.part(start, is_changed || !unchanged.is_error) };
            // Outside of a transaction, the second statement runs only because nothing was changed, so the call has
            // only read.
            let second = if is_changed { operation } else { operation.with_effect(Effect::Reads) };
            let second = second.with_commit(options.commit);
            let set = executor.query(read, options).await.map_err(|error| second.failed(error))?;
            let found = if is_changed { Ok(None) } else { found(set) };
            let found = found.map_err(|error| second.unread(executor.tx(), error))?;
            let outcome = outcome(&second, changed, found);
            outcome.map_err(|error| if is_changed { second.unread(executor.tx(), error) } else { error })
        }
    });
    Call::new(operation, Options::WRITE, run).markable()
}
