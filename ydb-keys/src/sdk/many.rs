//! Operations on many rows or keys, in as many requests as necessary (`statements/batch.rs`).
//!
//! The requests run one after the other, and share the timeout of the call, if it has one. The client retries each
//! request by its own rules: reads if a repetition may help, writes only after errors that prove that nothing was
//! written, unless the call is `idempotent`. If a request fails for good, the requests before it are written, and an
//! error of kind `PartlyWritten` says so. Inside a transaction the whole transaction fails instead. `with_commit()`
//! applies to the last request.

use std::ops::Range;
use std::time::{Duration, Instant};

use ydb::YdbError;

use super::decode::rows;
use super::executor::{Executor, Target};
use super::one::Answer as _;
use super::{Call, Operation, Options, Request, observe};
use crate::error::{Detail, Error, OperationName, Outcome, PartlyWritten, Result};
use crate::keys::{YdbKey, encode_key};
use crate::statements::shape::Verb;
use crate::statements::{
    DeleteMany, GetMany, Limits, ManyRows, Read, UpdateMany, WriteMany, YdbRow, YdbTable, cut_keys,
};
use ydb_keys_core::keys::sink::show_values;

/// Limits of a write with `AS_TABLE($rows)`: below YDB's 50 MB of parameters, and few enough rows for one transaction.
pub(super) const WRITES: Limits = Limits { rows: 10_000, bytes: 16 << 20 };
/// Limits of a read by a list of keys, whose rows come back in one result.
pub(super) const READS: Limits = Limits { rows: 1_000, bytes: 16 << 20 };

impl<T: YdbTable, R: YdbRow + Send> GetMany<T, R> {
    /// Reads the rows that exist, in requests of at most 1,000 keys. Their order is undefined.
    ///
    /// Each request sees the table at one moment. Inside a transaction all requests see the same state.
    ///
    /// # Errors
    /// The errors of [`GetMany::statement`]; a column that is missing, of another type or unexpectedly NULL; an error
    /// of YDB.
    pub fn fetch<'q>(self, executor: impl Executor + 'q) -> Call<'q, Vec<R>, Read>
    where
        T::Key: Send,
    {
        let mut executor = executor.target();
        let operation = Operation::at::<T>(&self.location, OperationName::GetMany).on(executor.place());
        let run = cut_keys(&self.keys, READS).map(|parts| {
            move |operation: Operation, options: Options| async move {
                let start = Instant::now();
                observe::sends(self.keys.len());
                let mut found = Vec::new();
                for part in parts {
                    let last = part.end == self.keys.len();
                    let request = Request::prepare(&operation, self.part(part))?;
                    let call = executor.query(request, options.part(start, last));
                    let set = call.await.map_err(|error| operation.failed(error))?;
                    let operation = operation.clone().with_commit(options.commit && last);
                    found.append(&mut rows(set).map_err(|error| operation.unread(executor.tx(), error))?);
                }
                Ok(found)
            }
        });
        Call::new(operation, Options::READ, run)
    }
}

impl<'a, T: YdbTable + Sync, K: 'a> WriteMany<'a, T, K> {
    /// Writes the rows in requests of at most 10,000 rows and 16 MiB, each a separate transaction. Inside a transaction
    /// either all rows are written, or none.
    ///
    /// Rows with equal keys are an error before anything is sent, unless [`keep_last`](WriteMany::keep_last) is set.
    /// Positions in errors are always positions in the rows of the call.
    ///
    /// # Errors
    /// The errors of [`WriteMany::statement`], for any row and before anything is sent;
    /// [`AlreadyExists`](crate::ErrorKind::AlreadyExists) if the key of an insert, or the values of a write in a unique
    /// index, already exist; an error of YDB; [`PartlyWritten`](crate::ErrorKind::PartlyWritten) if a request fails
    /// after others.
    pub fn exec<'q>(self, executor: impl Executor + 'q) -> Call<'q, (), K>
    where
        'a: 'q,
    {
        execute_rows(executor.target(), self.many)
    }
}

impl<'a, T: YdbTable + Sync> UpdateMany<'a, T> {
    /// Changes the rows that exist, in requests of at most 10,000 rows and 16 MiB, each a separate transaction. Inside
    /// a transaction either all rows are changed, or none.
    ///
    /// # Errors
    /// The errors of [`UpdateMany::statement`], for any row and before anything is sent; an error of YDB;
    /// [`PartlyWritten`](crate::ErrorKind::PartlyWritten) if a request fails after others.
    pub fn exec<'q>(self, executor: impl Executor + 'q) -> Call<'q, ()>
    where
        'a: 'q,
    {
        execute_rows(executor.target(), self.many)
    }
}

impl<T: YdbTable> DeleteMany<T> {
    /// Deletes the rows in requests of at most 10,000 keys, each a separate transaction. Inside a transaction either
    /// all rows are deleted, or none.
    ///
    /// # Errors
    /// The errors of [`DeleteMany::statement`], for any key and before anything is sent; an error of YDB;
    /// [`PartlyWritten`](crate::ErrorKind::PartlyWritten) if a request fails after others.
    pub fn exec<'q>(self, executor: impl Executor + 'q) -> Call<'q, ()>
    where
        T::Key: Send,
    {
        let operation = Operation::at::<T>(&self.location, OperationName::DeleteMany);
        let (rows, parts) = (self.keys.len(), cut_keys(&self.keys, WRITES));
        let request = move |operation: &Operation, part| Request::prepare(operation, self.part(part));
        execute_many(executor.target(), operation, (rows, parts), request, |operation, _, error| {
            operation.failed(error)
        })
    }
}

fn execute_rows<'q, 'a: 'q, T: YdbTable + Sync, K>(executor: Target<'q>, mut many: ManyRows<'a, T>) -> Call<'q, (), K> {
    let operation = Operation::at::<T>(&many.location, many.operation);
    let (rows, parts, insert) = (many.rows, many.cut(WRITES), many.verb == Verb::Insert);
    let failed = move |operation: &Operation, part, error| {
        if insert {
            operation.insert_failed(keys(operation.suspected(part), |index| rows[index].key().ok()), error)
        } else {
            operation.failed(error)
        }
    };
    let request = move |operation: &Operation, part| Request::prepare(operation, many.part(part));
    execute_many(executor, operation, (rows.len(), parts), request, failed)
}

fn execute_many<'q, K>(
    mut executor: Target<'q>,
    operation: Operation,
    (rows, parts): (usize, Result<Vec<Range<usize>>>),
    request: impl Fn(&Operation, Range<usize>) -> Result<Request> + Send + 'q,
    failed: impl Fn(&Operation, Range<usize>, YdbError) -> Error + Send + 'q,
) -> Call<'q, (), K> {
    let (operation, in_transaction) = (operation.on(executor.place()), executor.in_transaction());
    let run = parts.map(|parts| {
        move |operation: Operation, options: Options| async move {
            let start = Instant::now();
            observe::sends(rows);
            for part in parts {
                let options = options.part(start, part.end == rows);
                let done = match request(&operation, part.clone()) {
                    Ok(request) => {
                        let answer = <()>::of(executor.lent(), request, options).await;
                        answer.map_err(|error| failed(&operation, part.clone(), error))
                    }
                    Err(error) => Err(error),
                };
                // A transaction is written completely or not at all.
                done.map_err(|error| if in_transaction { error } else { operation.stopped(part, rows, error) })?;
            }
            Ok(())
        }
    });
    Call::new(operation, Options::WRITE, run).markable()
}

/// Formats the key of a failed insert: `(1001)`, or `one of rows 0 to 9`, because YDB does not say which row failed.
fn keys<K: YdbKey>(part: Range<usize>, key: impl Fn(usize) -> Option<K>) -> String {
    match part.len() {
        0 | 1 => {
            let values = key(part.start).and_then(|key| encode_key(&key).ok().map(|values| show_values(&values)));
            values.unwrap_or_default()
        }
        _ => format!("one of rows {} to {}", part.start, part.end - 1),
    }
}

impl Options {
    /// Returns the options for one of several requests. The requests share the timeout of the call; without one, each
    /// has the default. If the call commits, its last request does.
    pub(super) fn part(self, start: Instant, last: bool) -> Self {
        let spent = if self.each { Duration::ZERO } else { start.elapsed() };
        let timeout = self.timeout.map(|timeout| timeout.saturating_sub(spent));
        Options { timeout, commit: self.commit && last, ..self }
    }
}

impl Operation {
    /// Returns the rows that may have caused an error. In a transaction YDB may report the row of an earlier request
    /// late.
    fn suspected(&self, part: Range<usize>) -> Range<usize> {
        if self.is_alone() { part } else { 0..part.end }
    }

    /// Makes the error of a failed request, with the rows that earlier requests have written.
    #[cold]
    pub(super) fn stopped(&self, failed: Range<usize>, total: usize, source: Error) -> Error {
        if failed.start == 0 {
            return source;
        }
        let (table, operation) = (self.table.clone().into_owned(), self.name);
        let unknown = source.outcome() == Outcome::Unknown;
        let rows = PartlyWritten { written: 0..failed.start, failed, total, cause: source };
        Detail::PartlyWritten { table, operation, unknown, rows }.into()
    }
}
