//! A stream of rows, read in batches.

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures_util::Stream;
use futures_util::future::BoxFuture;
use ydb::TxMode;

use super::decode::{Positions, rows_and_positions};
use super::executor::Target;
use super::failure::Operation;
use super::observe::{Observation, observed};
use super::options::Options;
use super::params::Request;
use crate::error::Result;
use crate::keys::PageToken;
use crate::statements::{Query, Select, YdbRow, YdbTable};
use crate::types::Value;

/// Rows that one batch reads, unless [`Rows::batch`] changes it.
const BATCH: u64 = 5_000;

/// The rows of a scan, read in batches as they are taken; from `stream`.
///
/// Take them with [`try_next`](Rows::try_next), or as a [`Stream`] of the crate `futures`. The stream ends after an
/// error.
///
/// ```no_run
/// # use ydb_keys::YdbTable;
/// # #[derive(YdbTable)]
/// # #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
/// # struct Order { order_id: u64, amount: Option<f64> }
/// # async fn example(client: &ydb::Client) -> ydb_keys::Result<()> {
/// let mut orders = Order::scan().full_scan().stream(client);
/// while let Some(order) = orders.try_next().await? {
///     println!("{}", order.order_id);
/// }
/// # Ok(())
/// # }
/// ```
#[must_use = "nothing is read until rows are taken"]
pub struct Rows<'q, T: YdbTable, R: YdbRow = T> {
    options: Options,
    batch: u64,
    operation: Operation,
    buffer: std::vec::IntoIter<R>,
    /// The positions of the rows that are or were in the buffer, and how many of them are taken.
    positions: Positions,
    taken: u64,
    /// The scan, for its page tokens.
    query: Query,
    state: State<'q, T, R>,
}

enum State<'q, T: YdbTable, R: YdbRow> {
    /// Where the next batch begins.
    Idle(Box<Next<'q, T, R>>),
    Reading(BoxFuture<'q, Result<Batch<'q, T, R>>>),
    Done,
}

struct Next<'q, T: YdbTable, R: YdbRow> {
    executor: Target<'q>,
    select: Select<T, R>,
    after: Option<Vec<Value<'static>>>,
    /// What is left of the scan's limit.
    left: Option<u64>,
}

struct Batch<'q, T: YdbTable, R: YdbRow> {
    rows: Vec<R>,
    positions: Positions,
    next: Option<Box<Next<'q, T, R>>>,
}

impl<'q, T: YdbTable, R: YdbRow + Send> Rows<'q, T, R> {
    pub(super) fn new(executor: Target<'q>, select: Select<T, R>) -> Self {
        let operation = select.scan.operation("stream").within(executor.scope());
        let left = select.limit();
        Rows {
            options: Options::READ,
            batch: BATCH,
            operation,
            buffer: Vec::new().into_iter(),
            positions: Positions::default(),
            taken: 0,
            query: select.scan.query.clone(),
            state: State::Idle(Box::new(Next { executor, select, after: None, left })),
        }
    }

    /// The time that each batch may take, including all attempts and the pauses between them.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.options.timeout = Some(timeout);
        self
    }

    /// The isolation of each batch, as [`Call::with_tx_mode`](super::Call::with_tx_mode).
    pub fn with_tx_mode(mut self, mode: TxMode) -> Self {
        self.options.tx_mode = Some(mode);
        self
    }

    /// How many rows one batch reads, 5000 by default: fewer for rows of megabytes.
    pub fn batch(mut self, rows: u64) -> Self {
        self.batch = rows.max(1);
        self
    }

    /// The position after the last row that was taken, as a page token: to be stored, and given to
    /// [`resume`](crate::statements::Select::resume) of the same scan, also in another process. `None` before the first
    /// row of a scan from its beginning.
    ///
    /// # Errors
    /// A value in the key of the row that its column in the model cannot hold.
    pub fn position(&self) -> Result<Option<PageToken>> {
        match self.taken.checked_sub(1).and_then(|last| self.positions.of(last)) {
            Some(position) => self.query.token(position).map(Some),
            None => self.query.start(),
        }
    }

    /// The next row, `None` after the last one.
    ///
    /// # Errors
    /// As [`Select::fetch`](crate::statements::Select::fetch).
    pub async fn try_next(&mut self) -> Result<Option<R>> {
        poll_fn(|cx| self.poll_row(cx)).await
    }

    fn poll_row(&mut self, cx: &mut Context<'_>) -> Poll<Result<Option<R>>> {
        loop {
            if let Some(row) = self.buffer.next() {
                self.taken += 1;
                return Poll::Ready(Ok(Some(row)));
            }
            match std::mem::replace(&mut self.state, State::Done) {
                State::Done => return Poll::Ready(Ok(None)),
                State::Idle(next) => {
                    let read = read(next, self.operation.clone(), self.options, self.batch);
                    self.state = State::Reading(Box::pin(observed(Observation::begin(&self.operation), read)));
                }
                State::Reading(mut reading) => match reading.as_mut().poll(cx) {
                    Poll::Pending => {
                        self.state = State::Reading(reading);
                        return Poll::Pending;
                    }
                    Poll::Ready(batch) => {
                        let Batch { rows, positions, next } = batch?;
                        if !rows.is_empty() {
                            (self.buffer, self.positions, self.taken) = (rows.into_iter(), positions, 0);
                        }
                        self.state = next.map_or(State::Done, State::Idle);
                    }
                },
            }
        }
    }
}

async fn read<'q, T: YdbTable, R: YdbRow + Send>(
    mut next: Box<Next<'q, T, R>>,
    operation: Operation,
    mut options: Options,
    batch: u64,
) -> Result<Batch<'q, T, R>> {
    let size = next.left.map_or(batch, |left| left.min(batch));
    if size == 0 {
        return Ok(Batch { rows: Vec::new(), positions: Positions::default(), next: None });
    }
    options.tx_mode = options.tx_mode.or(next.select.scan.mode(next.executor.in_transaction())?);
    let request = Request::prepare(&operation, next.select.batch(size, next.after.take()))?;
    let set = next.executor.query(request, options).await.map_err(|error| operation.failed(error))?;
    let (rows, positions) = rows_and_positions::<R>(set, &next.select.position_columns())?;
    let read = rows.len() as u64;
    next.left = next.left.map(|left| left.saturating_sub(read));
    // A batch that is not full was the last one.
    let last = positions.of(size - 1).filter(|_| next.left != Some(0));
    next.after = last.map(|last| next.select.position(last.to_vec())).transpose()?;
    let next = next.after.is_some().then_some(next);
    Ok(Batch { rows, positions, next })
}

/// Nothing in it is pinned: the future of a batch is boxed.
impl<T: YdbTable, R: YdbRow> Unpin for Rows<'_, T, R> {}

impl<T: YdbTable, R: YdbRow + Send> Stream for Rows<'_, T, R> {
    type Item = Result<R>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(ready!(self.get_mut().poll_row(cx)).transpose())
    }
}

impl<T: YdbTable, R: YdbRow> fmt::Debug for Rows<'_, T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rows")
            .field("operation", &self.operation)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}
