//! YDB's calls that bypass YQL: BulkUpsert and ReadRows.

use super::call::Call;
use super::decode::rows;
use super::executor::Target;
use super::failure::Operation;
use super::many::READS;
use super::observe;
use super::options::Options;
use super::params::row_to_sdk;
use super::rows::RowReader;
use super::source::{Reading, Source};
use super::status::{grpc, has_grpc_code};
use super::table_access::{TableAccess, absolute};
use crate::error::{BULK_UPSERT, Result};
use crate::keys::PageToken;
use crate::statements::{
    BulkUpsert, Limits, MergeOrder, Query, ReadRows, Requests, Select, YdbRow, YdbTable, is_skipped,
};
use futures_util::future::BoxFuture;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::ops::Range;
use std::task::{Context, Poll, ready};
use std::time::Instant;
use ydb::YdbError;
use ydb_keys_core::schema::Store;

/// The limits of one BulkUpsert, those of a loader: the number of rows that YDB's documentation advises, and for a column
/// table the 8 MB block that it accepts. A row table gets 1 MB: the client's values of 2 MB are more memory than an
/// allocator keeps, so the kernel clears it for each request, a quarter of the client's time.
const fn limits(store: Store) -> Limits {
    let bytes = if matches!(store, Store::Column) { 8_000_000 } else { 1_000_000 };
    Limits { rows: 100_000, bytes }
}

impl<'a, T: YdbTable + Sync> BulkUpsert<'a, T> {
    /// Writes the rows outside of any transaction. Sort them by the key if you can. For more rows than you would keep
    /// in a slice, use a loader of the crate `ydb-keys-bulk`, which needs a fraction of the time for each row.
    ///
    /// `access` is a [`ydb::Client`], or a [`ydb::TableClient`] for a table at an absolute path. Concurrent tasks can
    /// share it in an `Arc`.
    ///
    /// Rows with equal keys are an error before anything is sent, unless [`keep_last`](BulkUpsert::keep_last) is set:
    /// YDB would keep the last one in row tables, and any of them in column tables of older releases (ydb issues 11380
    /// and 11915). Positions in errors are those in the rows of the call in any case.
    ///
    /// Partitions write independently, so a request that fails may be partly written, whatever the error:
    /// the [`outcome`](crate::Error::outcome) is unknown for every error from YDB. Write the rows again.
    ///
    /// # Errors
    /// Those of [`Write::statement`](crate::statements::Write::statement), for any row and before anything is sent;
    /// an error of YDB; [`PartlyWritten`](crate::ErrorKind::PartlyWritten) if a request fails
    /// after others.
    pub fn exec<'q>(self, access: &impl TableAccess) -> Call<'q, ()>
    where
        'a: 'q,
    {
        let operation = Operation::at::<T>(&self.location, BULK_UPSERT);
        let client = access.table_client();
        let prepared = self.prepare().and_then(|ready| Ok((ready, absolute(access, self.path(), operation.name)?)));
        let run = prepared.map(|(Requests { parts, superseded, first }, path)| {
            move |operation: Operation, options: Options| -> BoxFuture<'q, Result<()>> {
                Box::pin(async move {
                    let start = Instant::now();
                    observe::sends(self.rows.len());
                    let mut first = Some(first);
                    for part in parts {
                        let rows = match first.take() {
                            Some(rows) => rows,
                            None => match self.encode(part.clone(), &superseded) {
                                Ok(rows) => rows,
                                Err(error) => return Err(operation.stopped(part, self.rows.len(), error)),
                            },
                        };
                        let mut call = client.bulk_upsert(path.clone(), rows).idempotent(options.idempotent);
                        if let Some(timeout) = options.part(start, false).timeout {
                            call = call.timeout(timeout);
                        }
                        if let Err(error) = call.await {
                            return Err(operation.stopped(part, self.rows.len(), operation.bulk_failed(error)));
                        }
                    }
                    Ok(())
                })
            }
        });
        Call::new(operation, Options::IDEMPOTENT_WRITE, run)
    }
}

impl<T: YdbTable> BulkUpsert<'_, T> {
    /// The requests, and the encoded rows of the first one, which need not be encoded twice.
    fn prepare(&self) -> Result<Requests<ydb::Value>> {
        let members = Self::members();
        self.cut(limits(T::TABLE.store), |values| row_to_sdk(T::TABLE.name, &members, values.drain(..)))
    }

    fn encode(&self, part: Range<usize>, superseded: &[usize]) -> Result<Vec<ydb::Value>> {
        let members = Self::members();
        let (mut rows, mut values) = (Vec::with_capacity(part.len()), Vec::new());
        for index in part.filter(|&index| !is_skipped(superseded, index)) {
            Self::put_values(&self.rows[index], &mut values)?;
            rows.push(row_to_sdk(T::TABLE.name, &members, values.drain(..))?);
        }
        Ok(rows)
    }
}

impl<T: YdbTable> ReadRows<T> {
    /// Reads the rows that exist. Their order is undefined.
    ///
    /// The rows of one call may be of different moments: YDB reads each partition independently, without a common
    /// snapshot. If rows must be consistent, use [`get_many`](YdbTable::get_many): each of its requests is a query with
    /// a snapshot.
    ///
    /// `access` is a [`ydb::Client`], or a [`ydb::TableClient`] for a table at an absolute path.
    ///
    /// # Errors
    /// As [`GetMany::fetch`](crate::statements::GetMany::fetch).
    pub fn fetch<'q>(self, access: &impl TableAccess) -> Call<'q, Vec<T>>
    where
        T: Send,
        T::Key: Send,
    {
        let operation = Operation::at::<T>(&self.location, "read_rows");
        let client = access.table_client();
        let prepared = self.cut(READS).and_then(|parts| Ok((parts, absolute(access, self.path(), operation.name)?)));
        let run = prepared.map(|(mut parts, path)| {
            move |operation: Operation, options: Options| -> BoxFuture<'q, Result<Vec<T>>> {
                Box::pin(async move {
                    let start = Instant::now();
                    observe::sends(self.keys.len());
                    let columns: Vec<String> = T::TABLE.columns.iter().map(|column| column.name.to_owned()).collect();
                    let mut found = Vec::new();
                    parts.reverse();
                    while let Some(part) = parts.pop() {
                        let keys = self.encode(part.clone())?;
                        let call = client.read_rows(path.clone(), keys, Some(columns.clone()));
                        let mut call = call.idempotent(options.idempotent);
                        if let Some(timeout) = options.part(start, false).timeout {
                            call = call.timeout(timeout);
                        }
                        match call.await {
                            Ok(set) => found.append(&mut rows(set)?),
                            // All rows of a request come back in one message, whose size is not known in advance.
                            Err(error) if is_too_large(&error) && part.len() > 1 => {
                                let middle = part.start + part.len() / 2;
                                parts.extend([middle..part.end, part.start..middle]);
                            }
                            Err(error) => return Err(operation.failed(error)),
                        }
                    }
                    Ok(found)
                })
            }
        });
        Call::new(operation, Options::READ, run)
    }

    fn encode(&self, part: Range<usize>) -> Result<Vec<ydb::Value>> {
        let members = Self::members();
        part.map(|index| row_to_sdk(T::TABLE.name, &members, Self::values(&self.keys[index])?)).collect()
    }
}

/// Whether the answer was larger than the 64 MB that the client accepts.
fn is_too_large(error: &YdbError) -> bool {
    has_grpc_code(error, &[grpc::OUT_OF_RANGE])
}

// The rows of a scan, read in batches. Those of several buckets are merged.
//
// Each bucket is a run of rows in order (`source.rs`). The next row is the first one of all runs, so a run whose batch is
// used up reads the next one before any row is returned. A heap holds the position of the first row of each run, as
// bytes that sort like it.

/// Rows that one batch reads, unless [`Rows::batch`](super::Rows::batch) changes it.
const BATCH: u64 = 5_000;
/// Rows that a batch of one of several buckets reads at least, unless all batches are smaller.
const LEAST: u64 = 1_000;
/// How many buckets are read at the same time.
const AT_ONCE: usize = 16;

/// The batches of a scan that are being read.
pub(super) struct Batches<'q, T: YdbTable, R: YdbRow> {
    reading: Reading,
    batch: u64,
    /// The scan, for its page tokens.
    query: Query,
    sources: Vec<Source<'q, T, R>>,
    /// Those that no source reads with.
    executors: Vec<Target<'q>>,
    order: MergeOrder,
    /// The sources with a next row, the first one on top.
    heads: BinaryHeap<Reverse<(Vec<u8>, usize)>>,
    /// The sources of which it is not known whether they have a next row.
    waiting: Vec<usize>,
    /// Bytes to be used again.
    spare: Vec<u8>,
    /// The source of the last row that was taken.
    last: Option<usize>,
    /// What is left of the scan's limit.
    left: Option<u64>,
    failed: bool,
}

impl<'q, T: YdbTable, R: YdbRow + Send> Batches<'q, T, R> {
    pub(super) fn new(executor: Target<'q>, select: Select<T, R>) -> Self {
        let query = select.query.clone();
        let sources: Vec<_> = select.runs().into_iter().map(Source::new).collect();
        Batches {
            reading: Reading {
                operation: select.operation("stream").on(executor.place()),
                options: if executor.in_transaction() { Options::READ } else { Options::READ.patient() },
            },
            batch: BATCH,
            order: query.merge_order(),
            query,
            executors: executor.several(sources.len().min(AT_ONCE)),
            heads: BinaryHeap::new(),
            waiting: (0..sources.len()).collect(),
            spare: Vec::new(),
            last: None,
            left: select.most(),
            failed: false,
            sources,
        }
    }

    /// Ready when the next row of each source is known. Several read at the same time, if there are executors.
    fn poll_heads(&mut self, cx: &mut Context<'_>) -> Poll<Result<()>> {
        let share = self.share();
        while !self.waiting.is_empty() {
            let (mut at, before) = (0, self.waiting.len());
            while let Some(&source) = self.waiting.get(at) {
                match self.sources[source].poll(cx, &mut self.executors, &self.reading, share)? {
                    Poll::Pending => {
                        at += 1;
                        continue;
                    }
                    Poll::Ready(true) => self.head(source),
                    Poll::Ready(false) => {}
                }
                self.waiting.swap_remove(at);
            }
            // A source that is done has left its executor to those before it.
            if self.waiting.len() == before {
                return Poll::Pending;
            }
        }
        Poll::Ready(Ok(()))
    }

    /// Sorts the next row of a source in.
    fn head(&mut self, source: usize) {
        let mut bytes = std::mem::take(&mut self.spare);
        self.order.put(self.sources[source].next_position(), &mut bytes);
        self.heads.push(Reverse((bytes, source)));
    }

    /// How many rows a source reads at a time.
    fn share(&self) -> u64 {
        let share = (self.batch / self.sources.len().max(1) as u64).max(self.batch.min(LEAST));
        self.left.map_or(share, |left| left.min(share))
    }
}

impl<T: YdbTable, R: YdbRow + Send> RowReader<R> for Batches<'_, T, R> {
    fn poll_row(&mut self, cx: &mut Context<'_>) -> Poll<Result<Option<R>>> {
        if self.failed || self.left == Some(0) {
            return Poll::Ready(Ok(None));
        }
        if let Err(error) = ready!(self.poll_heads(cx)) {
            self.failed = true;
            return Poll::Ready(Err(error));
        }
        let Some(mut head) = self.heads.peek_mut() else { return Poll::Ready(Ok(None)) };
        let Reverse((bytes, first)) = &mut *head;
        let source = &mut self.sources[*first];
        (self.last, self.left) = (Some(*first), self.left.map(|left| left - 1));
        let row = source.take();
        match source.has_next() {
            // The head is sorted in again.
            true => self.order.put(source.next_position(), bytes),
            false => {
                self.waiting.push(*first);
                (self.spare, _) = PeekMut::pop(head).0;
            }
        }
        Poll::Ready(Ok(row))
    }

    fn options(&mut self) -> &mut Options {
        &mut self.reading.options
    }

    fn set_batch(&mut self, rows: u64) {
        self.batch = rows.max(1);
    }

    fn position(&self) -> Result<Option<PageToken>> {
        match self.last.and_then(|last| self.sources[last].position()) {
            Some(position) => self.query.token(position).map(Some),
            None => self.query.start(),
        }
    }
}
