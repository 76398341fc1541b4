//! Many rows or keys in as many requests as they need.

use std::any::TypeId;
use std::future::IntoFuture as _;
use std::ops::Range;
use std::time::Instant;

use futures_util::future::BoxFuture;
use ydb::YdbError;

use super::call::{Call, Executor, Options};
use super::decode;
use super::failure::{Operation, is_unknown};
use super::params::Request;
use crate::error::{Error, Result};
use crate::statements::{Batch, YdbRow};

/// What one request may carry: below YDB's 50 MB of parameters, and few enough rows for one transaction.
#[derive(Clone, Copy)]
pub(super) struct Limits {
    pub(super) rows: usize,
    pub(super) bytes: usize,
}

/// Writes by `AS_TABLE($rows)`.
pub(super) const WRITES: Limits = Limits { rows: 10_000, bytes: 16 << 20 };
/// Reads by a list of keys, whose rows come back in one result.
pub(super) const READS: Limits = Limits { rows: 1_000, bytes: 16 << 20 };

/// Cuts a batch into requests. All of it is looked at before anything is sent, so a bad row is found while nothing is written.
pub(super) fn cut(batch: &impl Batch, limits: Limits) -> Result<Vec<Range<usize>>> {
    let mut parts = Vec::new();
    let (mut start, mut bytes) = (0, 0);
    for index in 0..batch.len() {
        let size = batch.size(index)?;
        if index > start && (index - start == limits.rows || bytes + size > limits.bytes) {
            parts.push(start..index);
            (start, bytes) = (index, 0);
        }
        bytes += size;
    }
    if start < batch.len() {
        parts.push(start..batch.len());
    }
    Ok(parts)
}

impl Options {
    /// The options for one request of several, which share the time.
    pub(super) fn since(self, start: Instant) -> Self {
        Options { timeout: self.timeout.map(|timeout| timeout.saturating_sub(start.elapsed())), ..self }
    }
}

/// A read by many keys.
pub(super) fn query_many<'q, Q: Executor, B: Batch + Send + 'q, R: YdbRow + Send>(
    executor: &'q mut Q,
    operation: Operation,
    batch: B,
) -> Call<'q, Vec<R>> {
    let run = cut(&batch, READS).map(|parts| {
        move |operation: Operation, options: Options| -> BoxFuture<'q, Result<Vec<R>>> {
            Box::pin(async move {
                let start = Instant::now();
                let mut rows = Vec::new();
                for part in parts {
                    let Request { text, params } = Request::new(operation.model, batch.statement(part)?)?;
                    let call = options.since(start).apply(executor.query_result_set(text).params(params)).into_future();
                    let set = call.await.map_err(|error| operation.failed(error))?;
                    rows.append(&mut decode::rows(set)?);
                }
                Ok(rows)
            })
        }
    });
    Call::new(operation, true, run)
}

/// A write of many rows, or a deletion of many keys.
pub(super) fn execute_many<'q, Q: Executor, B: Batch + Send + 'q>(
    executor: &'q mut Q,
    operation: Operation,
    batch: B,
    failed: fn(&Operation, String, YdbError) -> Error,
) -> Call<'q, ()> {
    let run = cut(&batch, WRITES).map(|parts| {
        move |operation: Operation, options: Options| -> BoxFuture<'q, Result<()>> {
            Box::pin(async move {
                let start = Instant::now();
                for part in parts {
                    let Request { text, params } = Request::new(operation.model, batch.statement(part.clone())?)?;
                    let call = options.since(start).apply(executor.exec(text).params(params)).into_future();
                    if let Err(error) = call.await {
                        let unknown = is_unknown(&error);
                        let error = failed(&operation, batch.show(part.clone()), error);
                        // A transaction is written whole or not at all.
                        let alone = TypeId::of::<Q::Scope>() == TypeId::of::<ydb::Interactive>();
                        return Err(if alone { error } else { operation.stopped(part, batch.len(), unknown, error) });
                    }
                }
                Ok(())
            })
        }
    });
    Call::new(operation, false, run)
}

impl Operation {
    /// The error of a request, with what the requests before it have done.
    #[cold]
    pub(super) fn stopped(&self, failed: Range<usize>, total: usize, unknown: bool, source: Error) -> Error {
        if failed.start == 0 {
            return source;
        }
        let (table, operation) = (self.table.clone().into_owned(), self.name);
        Error::PartlyWritten { table, operation, written: 0..failed.start, failed, unknown, total, source: Box::new(source) }
    }
}
