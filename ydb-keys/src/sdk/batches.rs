//! Streams the rows of a scan in batches, and merges the rows of several buckets.
//!
//! The rows of each bucket are in order, and one batch of each bucket is in memory. The next row of the stream is the
//! first one of all buckets. So when the batch of a bucket is used up, its next batch is read before any row is
//! returned. A heap holds the position of the first row of each bucket, as bytes that sort like the position.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::task::{Context, Poll, ready};

use futures_util::future::BoxFuture;

use super::decode::{Positions, rows_and_positions};
use super::executor::Target;
use super::observe::{Observation, observed};
use super::rows::RowReader;
use super::{Operation, Options, Request};
use crate::error::{OperationName, Result};
use crate::keys::PageToken;
use crate::statements::{MergeOrder, Query, Select, YdbRow, YdbTable};
use ydb_keys_core::types::Value;

/// Number of rows that a batch reads, unless [`Rows::batch`](super::Rows::batch) changes it.
const BATCH: u64 = 5_000;
/// Least number of rows that a batch of one of several buckets reads, unless all batches are smaller.
const LEAST: u64 = 1_000;
/// Number of buckets that are read at the same time.
const AT_ONCE: usize = 16;

/// Batches of a scan that are being read.
pub(super) struct Batches<'q, T: YdbTable, R: YdbRow> {
    reading: Reading,
    batch: u64,
    /// Scan of the rows, for its page tokens.
    query: Query,
    sources: Vec<Source<'q, T, R>>,
    /// Executors that are free for the next source.
    executors: Vec<Target<'q>>,
    order: MergeOrder,
    /// Sources with a next row; the first row is on top.
    heads: BinaryHeap<Reverse<(Vec<u8>, usize)>>,
    /// Sources that may have a next row, but have not read it yet.
    waiting: Vec<usize>,
    /// Allocation of bytes to be used again.
    spare: Vec<u8>,
    /// Source of the last row that was taken.
    last: Option<usize>,
    /// Rest of the scan's limit.
    left: Option<u64>,
    failed: bool,
}

impl<'q, T: YdbTable, R: YdbRow + Send> Batches<'q, T, R> {
    pub(super) fn new(executor: Target<'q>, select: Select<T, R>) -> Self {
        let query = select.query.clone();
        let sources: Vec<_> = select.runs().into_iter().map(Source::new).collect();
        Batches {
            reading: Reading {
                operation: select.operation(OperationName::Stream).on(executor.place()),
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

    /// Polls the sources until the next row of each is known. Several sources read at the same time, if there are
    /// executors.
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
            // A source that is done has given its executor back, which the sources before it can use.
            if self.waiting.len() == before {
                return Poll::Pending;
            }
        }
        Poll::Ready(Ok(()))
    }

    /// Adds the next row of a source to the heap.
    fn head(&mut self, source: usize) {
        let mut bytes = std::mem::take(&mut self.spare);
        self.order.put(self.sources[source].next_position(), &mut bytes);
        self.heads.push(Reverse((bytes, source)));
    }

    /// Returns the number of rows that a source reads at a time.
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
        if source.has_next() {
            // The source keeps its entry in the heap, with the position of its next row.
            self.order.put(source.next_position(), bytes);
        } else {
            self.waiting.push(*first);
            (self.spare, _) = PeekMut::pop(head).0;
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

/// Source of rows in order, with one batch in memory.
pub(super) struct Source<'q, T: YdbTable, R: YdbRow> {
    select: Select<T, R>,
    buffer: std::vec::IntoIter<R>,
    /// Positions of the rows that are or were in the buffer. `taken` of these rows were taken.
    positions: Positions,
    taken: u64,
    /// Position of the last row of the batch before.
    passed: Option<Vec<Value<'static>>>,
    state: State<'q, R>,
}

enum State<'q, R> {
    /// No batch is being read. The next one begins after this row.
    Idle(Option<Vec<Value<'static>>>),
    /// A batch of this number of rows is being read.
    Reading(u64, BoxFuture<'q, Read<'q, R>>),
    Done,
}

/// Executor that is given back, and the result of reading a batch.
type Read<'q, R> = (Target<'q>, Result<(Vec<R>, Positions)>);

/// Operation and options of the requests for batches.
#[derive(Debug)]
pub(super) struct Reading {
    pub(super) operation: Operation,
    pub(super) options: Options,
}

impl<'q, T: YdbTable, R: YdbRow + Send> Source<'q, T, R> {
    pub(super) fn new(select: Select<T, R>) -> Self {
        Source {
            select,
            buffer: Vec::new().into_iter(),
            positions: Positions::default(),
            taken: 0,
            passed: None,
            state: State::Idle(None),
        }
    }

    /// Polls for the next row. Ready with `true` if there is one. To read a batch of `rows`, the source takes an
    /// executor, and puts it back afterwards. If no executor is free, the result is pending and nothing has begun.
    pub(super) fn poll(
        &mut self,
        cx: &mut Context<'_>,
        executors: &mut Vec<Target<'q>>,
        reading: &Reading,
        rows: u64,
    ) -> Poll<Result<bool>> {
        loop {
            if self.has_next() {
                return Poll::Ready(Ok(true));
            }
            match std::mem::replace(&mut self.state, State::Done) {
                State::Done => return Poll::Ready(Ok(false)),
                State::Idle(after) => {
                    let Some(executor) = executors.pop() else {
                        self.state = State::Idle(after);
                        return Poll::Pending;
                    };
                    self.state = self.begin(after, executor, reading, rows)?;
                }
                State::Reading(rows, mut read) => match read.as_mut().poll(cx) {
                    Poll::Pending => {
                        self.state = State::Reading(rows, read);
                        return Poll::Pending;
                    }
                    Poll::Ready((executor, batch)) => {
                        executors.push(executor);
                        self.fill(rows, batch?)?;
                    }
                },
            }
        }
    }

    fn begin(
        &self,
        after: Option<Vec<Value<'static>>>,
        mut executor: Target<'q>,
        reading: &Reading,
        rows: u64,
    ) -> Result<State<'q, R>> {
        let (operation, mut options) = (reading.operation.clone(), reading.options);
        operation.check_stale(options)?;
        options.tx_mode = options.tx_mode.or(self.select.mode(executor.in_transaction())?);
        let request = Request::prepare(&operation, self.select.batch(rows, after))?;
        let columns = self.select.position_columns();
        let observation = Observation::begin(&operation);
        let read = async move {
            let batch = async {
                let set = executor.query(request, options).await.map_err(|error| operation.failed(error))?;
                rows_and_positions::<R>(set, &columns)
            };
            let batch = observed(observation, batch).await;
            (executor, batch)
        };
        Ok(State::Reading(rows, Box::pin(read)))
    }

    /// Takes a batch. A batch that is not full was the last one.
    fn fill(&mut self, asked: u64, (rows, positions): (Vec<R>, Positions)) -> Result<()> {
        if let Some(last) = positions.of(asked - 1) {
            self.state = State::Idle(Some(self.select.position(last.to_vec())?));
        }
        if !rows.is_empty() {
            self.passed = self.position().map(<[_]>::to_vec);
            (self.buffer, self.positions, self.taken) = (rows.into_iter(), positions, 0);
        }
        Ok(())
    }

    pub(super) fn has_next(&self) -> bool {
        !self.buffer.as_slice().is_empty()
    }

    pub(super) fn take(&mut self) -> Option<R> {
        let row = self.buffer.next()?;
        self.taken += 1;
        Some(row)
    }
}

impl<T: YdbTable, R: YdbRow> Source<'_, T, R> {
    /// Returns the position of the last row that was taken.
    pub(super) fn position(&self) -> Option<&[Value<'static>]> {
        match self.taken.checked_sub(1) {
            Some(last) => self.positions.of(last),
            None => self.passed.as_deref(),
        }
    }

    pub(super) fn next_position(&self) -> &[Value<'static>] {
        self.positions.of(self.taken).unwrap_or_default()
    }
}
