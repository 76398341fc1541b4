//! A row read, changed and written in one transaction.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use ydb::TxMode;

use super::call::Call;
use super::decode::first_row;
use super::executor::{Executor, Target};
use super::failure::Operation;
use super::options::{Options, Scope};
use super::params::Request;
use super::transact::Transact;
use super::tx::Tx;
use crate::error::Result;
use crate::statements::{Modify, TableAt, YdbTable, modified, write_back};
use ydb_keys_core::types::Value;

impl<T: YdbTable + Send, F: FnMut(&mut T) + Send> Modify<T, F> {
    /// Reads the row, changes it, and writes it back. Returns the row as it is written, or `None` if the key does not
    /// exist, in which case the closure is not called.
    ///
    /// On a client this is one transaction, which begins again after a conflict: no change of somebody else's is lost.
    /// The closure may therefore be called several times, each time with the row as it is then. Inside a transaction it
    /// is a part of that one.
    ///
    /// # Errors
    /// [`Usage`](crate::ErrorKind::Usage) if the closure changes the key; otherwise those of
    /// [`Get::fetch`](crate::statements::Get::fetch) and of an [`upsert`](YdbTable::upsert). Only if
    /// the [`outcome`](crate::Error::outcome) is unknown, the row may be changed. It cannot be
    /// `idempotent`: [`Usage`](crate::ErrorKind::Usage).
    pub fn fetch<'q>(self, executor: impl Executor + 'q) -> Call<'q, Option<T>>
    where
        T: 'q,
        F: 'q,
    {
        let mut executor = executor.target();
        let operation = Operation::at::<T>(self.location(), "modify").on(executor.place());
        let (table, get, change) = self.into_parts();
        let run = Request::prepare(&operation, get.statement()).map(|read| {
            move |operation: Operation, options: Options| async move {
                let step = Step { operation, read, table, change: Mutex::new(change) };
                let Some(client) = executor.client() else { return step.run(&mut executor, options).await };
                // With a marker the transaction commits by itself.
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
        Call::new(operation, Options::WRITE, run).once(true).markable()
    }
}

const MODE: TxMode = TxMode::SerializableReadWrite;

/// What one attempt needs.
struct Step<T: YdbTable, F> {
    operation: Operation,
    read: Request,
    table: TableAt<T>,
    /// In a lock, because each attempt has a future of its own; there is only one at a time.
    change: Mutex<F>,
}

impl<T: YdbTable + Send, F: FnMut(&mut T) + Send> Step<T, F> {
    async fn run(&self, executor: &mut Target<'_>, options: Options) -> Result<Option<T>> {
        let (start, operation) = (Instant::now(), &self.operation);
        let read = Options { reads: true, ..options.part(start, false) };
        let set = executor.query(self.read.clone(), read).await;
        // Whatever became of the read, it commits nothing.
        let set = set.map_err(|error| operation.clone().with_commit(false).failed(error))?;
        let Some(mut row) = first_row::<T>(set)? else { return Ok(None) };
        let version = match T::TABLE.version {
            Some(at) => Some((at, row.to_values()?[at].clone().into_owned())),
            None => None,
        };
        modified(&mut row, &mut *self.change.lock().unwrap_or_else(PoisonError::into_inner))?;
        // The version is the library's: it is the one that was read, whatever the closure made of it.
        if let Some((at, read)) = version {
            row = with(&row, at, read)?;
        }
        // In a block, because a borrowed row that is not `Sync` must not be held while waiting.
        let (write, next) = {
            let write = write_back(&self.table, &row);
            let next = write.back()?.map(|back| back.next);
            (Request::prepare(operation, write.statement())?, next)
        };
        // Before the write, so that an error says that nothing is written.
        if let Some((at, next)) = T::TABLE.version.zip(next) {
            row = with(&row, at, next)?;
        }
        executor.execute(write, options.part(start, true)).await.map_err(|error| operation.failed(error))?;
        Ok(Some(row))
    }
}

/// The row with another value in a column.
fn with<T: YdbTable>(row: &T, at: usize, value: Value<'static>) -> Result<T> {
    let mut values: Vec<_> = row.to_values()?.into_iter().map(Value::into_owned).collect();
    values[at] = value;
    T::from_values(values)
}
