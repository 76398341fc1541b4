//! One run of rows of a stream, in order and read in batches: all rows of a scan, or those of a bucket.

use std::task::{Context, Poll};

use futures_util::future::BoxFuture;

use super::decode::{Positions, rows_and_positions};
use super::executor::Target;
use super::failure::Operation;
use super::observe::{Observation, observed};
use super::options::Options;
use super::params::Request;
use crate::error::Result;
use crate::statements::{Select, YdbRow, YdbTable};
use ydb_keys_core::schema::ColumnDef;
use ydb_keys_core::types::Value;

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
            let batch = observed(observation, batch(&mut executor, request, options, &operation, &columns)).await;
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

    /// Whether the next row is in memory.
    pub(super) fn has_next(&self) -> bool {
        !self.buffer.as_slice().is_empty()
    }

    /// The next row, if it is in memory.
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

    /// The position of the next row.
    pub(super) fn next_position(&self) -> &[Value<'static>] {
        self.positions.of(self.taken).unwrap_or_default()
    }
}

async fn batch<R: YdbRow + Send>(
    executor: &mut Target<'_>,
    request: Request,
    options: Options,
    operation: &Operation,
    columns: &[&'static ColumnDef],
) -> Result<(Vec<R>, Positions)> {
    let set = executor.query(request, options).await.map_err(|error| operation.failed(error))?;
    rows_and_positions::<R>(set, columns)
}
