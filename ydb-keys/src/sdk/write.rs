//! Writes of one row (insert, upsert, replace, modify), and updates and deletions in batches.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use ydb::{ResultSet, TxMode, YdbError};

use super::call::Call;
use super::change::{Unchanged, decide};
use super::decode::{first_row, named, scalar};
use super::executor::{ClientExecutor, Executor, Target};
use super::failure::Operation;
use super::options::{Options, Scope};
use super::params::Request;
use super::send::{execute, send, write};
use super::transact::Transact;
use super::tx::Tx;
use crate::error::{Error, OperationName, Result};
use crate::statements::shape::Verb;
use crate::statements::version::Back;
use crate::statements::{
    BatchDelete, Modify, Select, Statement, TableAt, Update, Write, YdbTable, decode_row, modified, version,
};
use ydb_keys_core::keys::sink::show_values;
use ydb_keys_core::schema::ColumnDef;
use ydb_keys_core::types::Value;

impl<'a, T: YdbTable, K> Write<'a, T, K> {
    /// Writes the row.
    ///
    /// In a transaction an insert may succeed although its key exists: YDB may report the conflict at a later operation
    /// of the transaction, or at its commit ([`is_already_exists`](crate::is_already_exists)).
    ///
    /// # Errors
    /// The errors of [`Write::statement`]; [`AlreadyExists`](crate::ErrorKind::AlreadyExists) if the key of an insert,
    /// or the values of a write in a unique index, already exist; [`Conflict`](crate::ErrorKind::Conflict) if the
    /// stored row does not have the version that the row was read with; an error of YDB.
    pub fn exec<'q>(self, executor: impl Executor + 'q) -> Call<'q, (), K> {
        let statement = match self.back() {
            Ok(Some(back)) => return self.write_back(executor.target(), back, |_| Ok(())),
            Ok(None) => self.blind(),
            Err(error) => Err(error),
        };
        let (executor, operation) = (executor.target(), self.operation());
        let call = match self.new_key(&statement) {
            key @ Some(_) => write(executor, operation, statement, write_failed(key), Ok),
            None => execute(executor, operation, statement),
        };
        call.not_idempotent(self.is_not_idempotent())
    }

    /// Writes the row and returns it as it is stored: with `serial` columns filled by YDB's sequences, with times and
    /// numbers rounded down to the precision of their column, and with the version after this write.
    ///
    /// # Errors
    /// The errors of [`Write::exec`].
    pub fn fetch<'q>(self, executor: impl Executor + 'q) -> Call<'q, T, K>
    where
        T: Send,
    {
        let statement = match self.back() {
            Ok(Some(back)) => {
                let mut values = sent_values::<T>(&back.change);
                return self.write_back(executor.target(), back, |next| {
                    if let Some(version) = T::TABLE.version {
                        values[version] = next;
                    }
                    decode_row(values)
                });
            }
            Ok(None) => self.blind(),
            Err(error) => Err(error),
        };
        let (executor, operation) = (executor.target(), self.operation());
        let mut values = statement.as_ref().map(sent_values::<T>).unwrap_or_default();
        let failed = write_failed(self.new_key(&statement));
        let serials = self.sent_as().serials(T::TABLE);
        let call = match serials.is_empty() {
            true => write(executor, operation, statement, failed, |()| decode_row(values)),
            false => write(executor, operation, statement, failed, move |set: ResultSet| {
                let names: Vec<_> = serials.iter().map(|&column| T::TABLE.columns[column].name).collect();
                for (column, value) in serials.into_iter().zip(named::<T>(set, &names)?) {
                    values[column] = value;
                }
                decode_row(values)
            }),
        };
        call.not_idempotent(self.is_not_idempotent())
    }

    /// Writes back a row with a version, if the stored row still has the version that the row was read with.
    fn write_back<'q, R: Send + 'q>(
        &self,
        executor: Target<'q>,
        back: Back<'_>,
        done: impl FnOnce(Value<'static>) -> Result<R> + Send + 'q,
    ) -> Call<'q, R, K> {
        let Back { change, stored, expected, next } = back;
        let (key, name) = (self.key(&change), T::TABLE.version.map_or("", |at| T::TABLE.columns[at].name));
        let version = move |set| scalar::<T>(set, name);
        let conflict = move |operation: &Operation, changed: Option<_>, found: Option<Value<'static>>| match changed {
            Some(_) => done(next),
            None => Err(operation.conflict(show_values(&key), expected, found.as_ref().and_then(version::number))),
        };
        let unchanged = Unchanged { read: Some(Ok(stored)), is_error: true };
        decide(executor, self.operation(), Ok(change), unchanged, version, version, conflict).not_idempotent(true)
    }

    /// Returns `true` for an upsert or a replace that is sent as INSERT (a new row with a version), because a repeated
    /// insert fails on its own row.
    fn is_not_idempotent(&self) -> bool {
        self.verb != Verb::Insert && self.sent_as() == Verb::Insert
    }

    fn operation(&self) -> Operation {
        Operation::at::<T>(&self.location, self.verb.operation())
    }

    /// Returns the key for the error of an insert, and `None` for other writes, which do not fail on an existing key.
    fn new_key(&self, statement: &Result<Statement<'_>>) -> Option<Vec<Value<'static>>> {
        let inserted = statement.as_ref().ok().filter(|_| self.sent_as() == Verb::Insert);
        inserted.map(|statement| self.key(statement))
    }

    /// Returns the key from the sent values, or from the row if a part of the key is not sent.
    fn key(&self, statement: &Statement<'_>) -> Vec<Value<'static>> {
        let sent = |&column: &usize| Some(statement.value_of(T::TABLE.columns[column].name)?.clone().into_owned());
        T::TABLE.key.iter().map(sent).collect::<Option<_>>().unwrap_or_else(|| {
            let Ok(values) = self.row.to_values() else { return Vec::new() };
            T::TABLE.key.iter().map(|&column| values[column].clone().into_owned()).collect()
        })
    }
}

/// Returns the values of all columns that are sent. NULL stands for serial columns, which are not sent, and for NULL in
/// a key.
fn sent_values<T: YdbTable>(statement: &Statement<'_>) -> Vec<Value<'static>> {
    let sent = |column: &ColumnDef| match statement.value_of(column.name) {
        Some(value) => value.clone().into_owned(),
        None => Value::Null,
    };
    T::TABLE.columns.iter().map(sent).collect()
}

/// Makes the error of a failed write. `key` is the key of an insert.
fn write_failed(key: Option<Vec<Value<'static>>>) -> impl FnOnce(&Operation, YdbError) -> Error + Send {
    move |operation, error| match key {
        Some(key) => operation.insert_failed(show_values(&key), error),
        None => operation.failed(error),
    }
}

impl<T: YdbTable> Update<T, Select<T>> {
    /// Changes the rows, in many transactions that YDB makes. The call has no timeout, unless you set one
    /// ([`timeout`](Call::timeout)).
    ///
    /// The call is idempotent by default: the client repeats it if its connection breaks. After an error, some rows may
    /// be changed ([`outcome`](crate::Error::outcome)): run it again.
    ///
    /// # Errors
    /// The errors of [`Update::statement`]; an error of YDB, also if YDB is older than 25.4.
    pub fn exec<'q>(&self, executor: impl ClientExecutor + 'q) -> Call<'q, ()> {
        run(executor, Operation::at::<T>(&self.location, OperationName::BatchUpdate), self.statement())
    }
}

impl<T: YdbTable> BatchDelete<T> {
    /// Deletes the rows, in many transactions that YDB makes. Timeout and repetition are the same as for
    /// [`batch_update`](crate::statements::Scan::batch_update).
    ///
    /// # Errors
    /// The errors of [`BatchDelete::statement`]; an error of YDB, also if YDB is older than 25.4.
    pub fn exec<'q>(&self, executor: impl ClientExecutor + 'q) -> Call<'q, ()> {
        run(executor, Operation::at::<T>(&self.scan.location, OperationName::BatchDelete), self.statement())
    }
}

fn run<'q>(executor: impl ClientExecutor + 'q, operation: Operation, statement: Result<Statement<'_>>) -> Call<'q, ()> {
    let request = Request::prepare(&operation, statement);
    let options = Options::IDEMPOTENT_WRITE;
    send(executor.target(), operation, request, options, Operation::batch_failed, Ok).no_timeout()
}

impl<T: YdbTable + Send, F: FnMut(&mut T) + Send> Modify<T, F> {
    /// Reads the row, changes it with the closure, and writes it back. Returns the row as it is written. Returns `None`
    /// if the key does not exist; the closure is not called then.
    ///
    /// On a client this is one transaction, which begins again after a conflict, so that no change of another client is
    /// lost. The closure may therefore be called several times, each time with the current row. Inside a transaction,
    /// `modify` is a part of that transaction.
    ///
    /// # Errors
    /// [`Usage`](crate::ErrorKind::Usage) if the closure changes the key, or if the call is set `idempotent`; the
    /// errors of [`Get::fetch`](crate::statements::Get::fetch) and of an [`upsert`](YdbTable::upsert). The row may be
    /// changed in spite of the error only if the [`outcome`](crate::Error::outcome) is unknown.
    pub fn fetch<'q>(self, executor: impl Executor + 'q) -> Call<'q, Option<T>>
    where
        T: 'q,
        F: 'q,
    {
        let mut executor = executor.target();
        let operation = Operation::at::<T>(&self.get.location, OperationName::Modify).on(executor.place());
        let Modify { table, get, change } = self;
        let run = Request::prepare(&operation, get.statement()).map(|read| {
            move |operation: Operation, options: Options| async move {
                let step = Step { operation, read, table, change: Mutex::new(change) };
                let Some(client) = executor.client() else { return step.run(&mut executor, options).await };
                // With a marker, the transaction makes the commit itself.
                let inner = Options { commit: !options.exactly_once, ..Options::WRITE };
                let operation = step.operation.within(Scope::Transact).with_commit(inner.commit);
                let step = &Step { operation, ..step };
                let transact = Transact::new(client, executor.namespace(), |tx: Tx| async move {
                    step.run(&mut Target::Tx(&tx), inner).await
                });
                let transact = transact.with(options.timeout, options.idempotent, options.tx_mode.unwrap_or(MODE));
                if options.exactly_once { transact.exactly_once() } else { transact }.await
            }
        });
        Call::new(operation, Options::WRITE, run).not_idempotent(true).markable()
    }
}

const MODE: TxMode = TxMode::SerializableReadWrite;

/// Parts of a `modify` that each attempt needs.
struct Step<T: YdbTable, F> {
    operation: Operation,
    read: Request,
    table: TableAt<T>,
    /// The lock is necessary because each attempt has a future of its own. Only one runs at a time.
    change: Mutex<F>,
}

impl<T: YdbTable + Send, F: FnMut(&mut T) + Send> Step<T, F> {
    async fn run(&self, executor: &mut Target<'_>, options: Options) -> Result<Option<T>> {
        let (start, operation) = (Instant::now(), &self.operation);
        let read = Options { reads: true, ..options.part(start, false) };
        let set = executor.query(self.read.clone(), read).await;
        // The read commits nothing, whatever its result is.
        let set = set.map_err(|error| operation.clone().with_commit(false).failed(error))?;
        let Some(mut row) = first_row::<T>(set)? else { return Ok(None) };
        let version = match T::TABLE.version {
            Some(at) => Some((at, row.to_values()?[at].clone().into_owned())),
            None => None,
        };
        modified(&mut row, &mut *self.change.lock().unwrap_or_else(PoisonError::into_inner))?;
        // The library owns the version: the row keeps the version that was read, even if the closure changed it.
        if let Some((at, read)) = version {
            row = with(&row, at, read)?;
        }
        // The block ends before the next wait, because a borrowed row that is not `Sync` must not be held across it.
        let (write, next) = {
            let write = self.table.upsert(&row);
            let next = write.back()?.map(|back| back.next);
            (Request::prepare(operation, write.statement())?, next)
        };
        // The row is changed before the write, so that an error still says that nothing is written.
        if let Some((at, next)) = T::TABLE.version.zip(next) {
            row = with(&row, at, next)?;
        }
        executor.execute(write, options.part(start, true)).await.map_err(|error| operation.failed(error))?;
        Ok(Some(row))
    }
}

/// Returns a copy of the row with another value in a column.
fn with<T: YdbTable>(row: &T, at: usize, value: Value<'static>) -> Result<T> {
    let mut values: Vec<_> = row.to_values()?.into_iter().map(Value::into_owned).collect();
    values[at] = value;
    T::from_values(values)
}
