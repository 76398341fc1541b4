//! The rows of a scan, read in batches. Those of several buckets are merged.
//!
//! Each bucket is a run of rows in order, of which one batch is in memory. The next row is the first one of all runs, so a run whose batch is
//! used up reads the next one before any row is returned. A heap holds the position of the first row of each run, as
//! bytes that sort like it.

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
        if source.has_next() {
            // The head is sorted in again.
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

/// Rows in order, of which one batch is in memory.
pub(super) struct Source<'q, T: YdbTable, R: YdbRow> {
    select: Select<T, R>,
    buffer: std::vec::IntoIter<R>,
    /// The positions of the rows that are or were in the buffer, and how many of them are taken.
    positions: Positions,
    taken: u64,
    /// The position of the last row of the batch before.
    passed: Option<Vec<Value<'static>>>,
    state: State<'q, R>,
}

enum State<'q, R> {
    /// After which row the next batch begins.
    Idle(Option<Vec<Value<'static>>>),
    /// How many rows were asked for.
    Reading(u64, BoxFuture<'q, Read<'q, R>>),
    Done,
}

/// The executor is given back, whatever happened.
type Read<'q, R> = (Target<'q>, Result<(Vec<R>, Positions)>);

/// How batches are read.
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

    /// Ready with whether there is a next row; takes an executor to read a batch of `rows`, and puts it back. Pending without
    /// having begun if none is free.
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

    /// Takes a batch; one that is not full was the last.
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
    /// The position of the last row that was taken.
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
