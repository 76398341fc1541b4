//! Rows that are taken one by one: of a scan in batches, of a query from its result.

use std::future::poll_fn;
use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use futures_util::Stream;
use ydb::TxMode;

use super::options::Options;
use crate::error::Result;
use crate::keys::PageToken;
use crate::statements::{YdbRow, YdbTable};
use ydb_keys_core::calls::limit;

/// The rows of a scan or of a query, read as they are taken; from `stream`.
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
pub struct Rows<'q, T, R = T> {
    reader: Box<dyn RowReader<R> + 'q>,
    of: PhantomData<fn() -> T>,
}

/// Where rows come from.
pub(super) trait RowReader<R>: Send {
    fn poll_row(&mut self, cx: &mut Context<'_>) -> Poll<Result<Option<R>>>;

    /// Those of each request.
    fn options(&mut self) -> &mut Options;

    /// How many rows a request reads, where there are several.
    fn set_batch(&mut self, _rows: u64) {}

    /// The position after the last row that was taken, where there is one.
    fn position(&self) -> Result<Option<PageToken>> {
        Ok(None)
    }
}

impl<'q, T, R> Rows<'q, T, R> {
    pub(super) fn new(reader: impl RowReader<R> + 'q) -> Self {
        Rows { reader: Box::new(reader), of: PhantomData }
    }

    pub(super) fn options(&mut self) -> &mut Options {
        self.reader.options()
    }

    /// The time that each batch of a scan, or the query, may take, including all attempts and the pauses between them,
    /// instead of 30 seconds or what [`set_default_timeout`](crate::set_default_timeout) says. More than a century is no
    /// limit.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.options().timeout = limit(timeout);
        self
    }

    /// No limit for it.
    pub fn no_timeout(mut self) -> Self {
        self.options().timeout = None;
        self
    }

    /// The isolation of each batch, or of the query, as [`Call::with_tx_mode`](super::Call::with_tx_mode).
    pub fn with_tx_mode(mut self, mode: TxMode) -> Self {
        self.options().tx_mode = Some(mode);
        self
    }

    /// The next row, `None` after the last one.
    ///
    /// # Errors
    /// As `fetch` of the scan or of the query. The rows before the fault are returned first.
    pub async fn try_next(&mut self) -> Result<Option<R>> {
        poll_fn(|cx| self.reader.poll_row(cx)).await
    }
}

impl<T: YdbTable, R: YdbRow> Rows<'_, T, R> {
    /// Reads each batch from replicas, which may be slightly out of date, as [`Call::stale`](super::Call::stale). A row that
    /// is written while the stream is read may be missing although a later one is there.
    pub fn stale(mut self) -> Self {
        *self.options() = self.options().stale();
        self
    }

    /// How many rows one batch reads, 5000 by default: fewer for rows of megabytes.
    ///
    /// If several buckets are read, each reads batches of its own: its share of this number, but at least 1000, or this
    /// number if that is less.
    pub fn batch(mut self, rows: u64) -> Self {
        self.reader.set_batch(rows);
        self
    }

    /// The position after the last row that was taken, as a page token: to be stored, and given to
    /// [`resume`](crate::statements::Select::resume) of the same scan, also in another process. `None` before the first
    /// row of a scan from its beginning.
    ///
    /// # Errors
    /// A value in the key of the row that its column in the model cannot hold.
    pub fn position(&self) -> Result<Option<PageToken>> {
        self.reader.position()
    }
}

impl<T, R> Stream for Rows<'_, T, R> {
    type Item = Result<R>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(ready!(self.reader.poll_row(cx)).transpose())
    }
}

impl_debug!([T, R] Rows<'_, T, R>, |self, f| f.debug_struct("Rows").finish_non_exhaustive());
