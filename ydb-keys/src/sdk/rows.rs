//! A stream of rows, read in batches. The rows of several buckets are merged.
//!
//! Each bucket is a run of rows in order (`source.rs`). The next row is the first one of all runs, so a run whose batch is
//! used up reads the next one before any row is returned. A heap holds the position of the first row of each run, as
//! bytes that sort like it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures_util::Stream;
use ydb::TxMode;

use super::executor::Target;
use super::options::Options;
use super::source::{Reading, Source};
use crate::error::Result;
use crate::keys::PageToken;
use crate::statements::{MergeOrder, Query, Select, YdbRow, YdbTable};

/// Rows that one batch reads, unless [`Rows::batch`] changes it.
const BATCH: u64 = 5_000;
/// Rows that a batch of one of several buckets reads at least, unless all batches are smaller.
const LEAST: u64 = 1_000;
/// How many buckets are read at the same time.
const AT_ONCE: usize = 16;

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

impl<'q, T: YdbTable, R: YdbRow + Send> Rows<'q, T, R> {
    pub(super) fn new(executor: Target<'q>, select: Select<T, R>) -> Self {
        let query = select.query.clone();
        let sources: Vec<_> = select.runs().into_iter().map(Source::new).collect();
        Rows {
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

    /// The time that each batch may take, including all attempts and the pauses between them, instead of 30 seconds or
    /// what [`set_default_timeout`](crate::set_default_timeout) says.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.reading.options.timeout = Some(timeout);
        self
    }

    /// No limit for a batch.
    pub fn no_timeout(mut self) -> Self {
        self.reading.options.timeout = None;
        self
    }

    /// The isolation of each batch, as [`Call::with_tx_mode`](super::Call::with_tx_mode).
    pub fn with_tx_mode(mut self, mode: TxMode) -> Self {
        self.reading.options.tx_mode = Some(mode);
        self
    }

    /// Reads each batch from replicas, which may be slightly out of date, as [`Call::stale`](super::Call::stale). A row that
    /// is written while the stream is read may be missing although a later one is there.
    pub fn stale(mut self) -> Self {
        self.reading.options = self.reading.options.stale();
        self
    }

    /// How many rows one batch reads, 5000 by default: fewer for rows of megabytes.
    ///
    /// If several buckets are read, each reads batches of its own: its share of this number, but at least 1000, or this
    /// number if that is less.
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
        match self.last.and_then(|last| self.sources[last].position()) {
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
        f.debug_struct("Rows").field("reading", &self.reading).finish_non_exhaustive()
    }
}
