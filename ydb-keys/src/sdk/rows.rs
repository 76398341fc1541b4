//! Streams of rows: of a scan in batches, of a query from its result.

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

/// Stream of the rows of a scan or of a query; from `stream`. Nothing is read until rows are taken.
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

/// Source of rows.
pub(super) trait RowReader<R>: Send {
    fn poll_row(&mut self, cx: &mut Context<'_>) -> Poll<Result<Option<R>>>;

    /// Returns the options of each request.
    fn options(&mut self) -> &mut Options;

    /// Sets the number of rows that a request reads, if there are several requests.
    fn set_batch(&mut self, _rows: u64) {}

    /// Returns the position after the last row that was taken, if the source has positions.
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

    /// Sets the timeout of each batch of a scan, or of the query, with all attempts and the pauses between them. The
    /// default is 30 seconds, or the time of [`set_default_timeout`](crate::set_default_timeout). A timeout of more
    /// than a century is no limit.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.options().timeout = limit(timeout);
        self
    }

    /// Removes the timeout of each batch of a scan, or of the query.
    pub fn no_timeout(mut self) -> Self {
        self.options().timeout = None;
        self
    }

    /// Sets the isolation of each batch, or of the query, like [`Call::with_tx_mode`](super::Call::with_tx_mode).
    pub fn with_tx_mode(mut self, mode: TxMode) -> Self {
        self.options().tx_mode = Some(mode);
        self
    }

    /// Returns the next row, or `None` after the last one.
    ///
    /// # Errors
    /// The errors of `fetch` of the scan or of the query. The rows before the fault are returned first.
    pub async fn try_next(&mut self) -> Result<Option<R>> {
        poll_fn(|cx| self.reader.poll_row(cx)).await
    }
}

impl<T: YdbTable, R: YdbRow> Rows<'_, T, R> {
    /// Reads each batch from replicas, whose rows may be slightly out of date, like
    /// [`Call::stale`](super::Call::stale). A row that is written while the stream is read may be missing although a
    /// later one is there.
    pub fn stale(mut self) -> Self {
        *self.options() = self.options().stale();
        self
    }

    /// Sets the number of rows that a batch reads. The default is 5000; set fewer if a row has megabytes.
    ///
    /// If several buckets are read, each is read in batches of its own. The batch of a bucket has its share of this
    /// number, but at least 1000 rows, or this number if it is less.
    pub fn batch(mut self, rows: u64) -> Self {
        self.reader.set_batch(rows);
        self
    }

    /// Returns the position after the last row that was taken, as a page token. You can store it and pass it to
    /// [`resume`](crate::statements::Select::resume) of the same scan, also in another process. Returns `None` before
    /// the first row of a scan that began at the beginning.
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
