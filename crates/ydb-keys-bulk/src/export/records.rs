//! One part of an export as a stream of record batches of Arrow.

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use futures_util::Stream;
use ydb_keys::{PageToken, Result, YdbRow, YdbTable};

use super::stream::ExportStream;
use crate::decode::{record_batch, record_schema};

/// The rows of a part of an export as record batches of Apache Arrow, for Parquet, DataFusion, Polars; from
/// [`ExportStream::record_batches`].
///
/// The columns are those of the row type, in its order and without a hash column. Their types are Arrow's own types for
/// the same meaning, however YDB sends them:
///
/// | YDB | Arrow |
/// |---|---|
/// | Bool | Boolean |
/// | integers, Float, Double | the same |
/// | Decimal(p, s) | Decimal128(p, s) |
/// | Utf8, DyNumber | Utf8 |
/// | Json, JsonDocument | Utf8, extension `arrow.json` |
/// | String, Yson | Binary |
/// | Uuid | FixedSizeBinary(16) in the order of the text, extension `arrow.uuid` |
/// | Date, Date32 | Date32 |
/// | Datetime, Datetime64 | Timestamp(second, UTC) |
/// | Timestamp, Timestamp64 | Timestamp(microsecond, UTC) |
/// | Interval, Interval64 | Duration(microsecond) |
///
/// [`from_record_batch`](crate::from_record_batch) turns them into rows again. A batch has the rows of one
/// message, about a megabyte.
#[must_use = "nothing is read until batches are taken"]
pub struct RecordBatches<T: YdbTable, R: YdbRow = T> {
    rows: ExportStream<T, R>,
    schema: SchemaRef,
}

impl<T: YdbTable, R: YdbRow> ExportStream<T, R> {
    /// The rows that are left as record batches of Arrow.
    pub fn record_batches(self) -> RecordBatches<T, R> {
        RecordBatches { rows: self, schema: record_schema::<T, R>() }
    }
}

impl<T: YdbTable, R: YdbRow> RecordBatches<T, R> {
    /// The schema of all batches.
    pub fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    /// The next batch, with at least one row; `None` after the last one.
    ///
    /// # Errors
    /// As [`ExportStream::try_next`]. A column must have exactly the type that it has in the model.
    pub async fn try_next(&mut self) -> Result<Option<RecordBatch>> {
        poll_fn(|cx| self.poll_batch(cx)).await
    }

    /// The position after the last batch that was taken, as [`ExportStream::position`].
    ///
    /// # Errors
    /// As [`ExportStream::position`].
    pub fn position(&self) -> Result<PageToken> {
        self.rows.position()
    }

    fn poll_batch(&mut self, cx: &mut Context<'_>) -> Poll<Result<Option<RecordBatch>>> {
        loop {
            if let Some((part, from)) = self.rows.in_memory() {
                let batch = record_batch::<T, R>(&self.schema, part, from);
                match batch.is_ok() {
                    true => self.rows.take_all(),
                    false => self.rows.end(),
                }
                return Poll::Ready(batch.map(Some));
            }
            if !ready!(self.rows.poll_part(cx))? {
                return Poll::Ready(Ok(None));
            }
        }
    }
}

impl<T: YdbTable, R: YdbRow> Unpin for RecordBatches<T, R> {}

impl<T: YdbTable, R: YdbRow> Stream for RecordBatches<T, R> {
    type Item = Result<RecordBatch>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(ready!(self.get_mut().poll_batch(cx)).transpose())
    }
}

impl<T: YdbTable, R: YdbRow> fmt::Debug for RecordBatches<T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("RecordBatches").field(&self.rows).finish()
    }
}
