//! A part of an export as a stream of rows, or of record batches of Arrow.

use std::fmt;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use futures_util::Stream;
use tokio::runtime::Handle;
use tokio::sync::mpsc::{Receiver, channel};
use tokio::task::AbortHandle;
use ydb::YdbError;
use ydb_keys::__internal::Detail;
use ydb_keys::statements::Select;
use ydb_keys::{Error, PageToken, Result, YdbRow, YdbTable};
use ydb_keys_core::keys::Rest;

use super::run::{Handed, Run, Settings, Source};
use crate::decode::{Part, record_batch, record_schema};
use crate::proto::Format;

/// Number of messages that the task reads ahead.
const AHEAD: usize = 2;

/// Stream with the rows of a part of an export, in the order of the key. [`split`](super::Export::split),
/// [`stream`](super::Export::stream) and [`resume`](super::Export::resume) make it.
///
/// Take the rows with [`try_next`](Self::try_next), or as a [`Stream`] of the crate `futures`. The stream ends after an
/// error; to read the remaining rows, call `resume` with its [`position`](Self::position).
///
/// Streams of one export can be read by different tasks, or one after the other. A `tokio` task reads from the
/// database, a few messages of about a megabyte ahead. The task starts when the first row is taken, and ends when the
/// stream is dropped.
#[must_use = "nothing is read until rows are taken"]
pub struct ExportStream<T: YdbTable, R: YdbRow = T> {
    settings: Settings,
    select: Select<T, R>,
    /// Rows that the export has not read yet, from the part `part` on.
    rest: Rest,
    part: Option<Part>,
    /// Number of rows of `part` that were taken.
    taken: usize,
    format: Option<Format>,
    state: State,
}

enum State {
    New,
    Reading { parts: Receiver<Handed>, _task: Task },
    Over,
}

/// Handle of a task. Dropping it ends the task.
pub(super) struct Task(AbortHandle);

impl Task {
    /// Starts a task that reads a few parts ahead.
    pub(super) fn begin<S: Source>(
        runtime: &Handle,
        settings: Settings,
        source: S,
        rest: Rest,
    ) -> (Self, Receiver<Handed>) {
        let (parts, receiver) = channel(AHEAD);
        let task = runtime.spawn(Run { settings, source, rest, parts }.run());
        (Task(task.abort_handle()), receiver)
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl<T: YdbTable, R: YdbRow> ExportStream<T, R> {
    pub(super) fn new(settings: Settings, select: Select<T, R>, rest: Rest) -> Self {
        ExportStream { settings, select, rest, part: None, taken: 0, format: None, state: State::New }
    }

    /// Returns the next row; `None` after the last one.
    ///
    /// # Errors
    /// Returns an error of YDB if a request fails and cannot be repeated, for example because the table or a column
    /// does not exist. Fails, too, if a column has another type, or an unexpected NULL.
    pub async fn try_next(&mut self) -> Result<Option<R>> {
        poll_fn(|cx| self.poll_row(cx)).await
    }

    /// Returns the position after the last row that was taken, as a page token. Store it, and pass it to
    /// [`resume`](super::Export::resume) of the same export, in the same process or another one.
    ///
    /// The token contains the end of the part as well, so the number of parts and the partitions of the table may
    /// change. Before the first row, the token stands for the beginning of the part.
    ///
    /// # Errors
    /// Fails if a column of the model cannot hold a value in the row's key.
    pub fn position(&self) -> Result<PageToken> {
        let Some(row) = self.taken.checked_sub(1) else { return self.select.rest_token(&self.rest) };
        let mut rest = self.rest.clone();
        rest.after = self.part.as_ref().map(|part| part.position(row)).or(rest.after);
        self.select.rest_token(&rest)
    }

    /// Returns the format in which the rows were sent; `None` before the first row.
    pub fn format(&self) -> Option<Format> {
        self.format
    }

    /// Polls for the next row. Rows in memory are taken without waiting.
    fn poll_row(&mut self, cx: &mut Context<'_>) -> Poll<Result<Option<R>>> {
        self.poll_rows(cx, 1, Part::row)
    }

    /// Polls for the next rows: `take` reads them from the index of the first, and at most `most` count as taken.
    fn poll_rows<X>(
        &mut self,
        cx: &mut Context<'_>,
        most: usize,
        take: impl Fn(&Part, usize) -> Result<X>,
    ) -> Poll<Result<Option<X>>> {
        loop {
            if let Some(part) = self.part.as_ref().filter(|part| self.taken < part.len()) {
                let rows = take(part, self.taken);
                match rows.is_ok() {
                    true => self.taken = self.taken.saturating_add(most).min(part.len()),
                    false => self.end(),
                }
                return Poll::Ready(rows.map(Some));
            }
            if !ready!(self.poll_part(cx))? {
                return Poll::Ready(Ok(None));
            }
        }
    }

    /// Polls for the next part, after the part before is used up; ready with `false` if there is none.
    fn poll_part(&mut self, cx: &mut Context<'_>) -> Poll<Result<bool>> {
        loop {
            match &mut self.state {
                State::Over => return Poll::Ready(Ok(false)),
                State::New => {
                    if let Err(error) = self.begin() {
                        self.state = State::Over;
                        return Poll::Ready(Err(error));
                    }
                }
                State::Reading { parts, .. } => {
                    let error = match ready!(parts.poll_recv(cx)) {
                        Some(Handed::Part(part)) => {
                            self.pass();
                            self.format = Some(part.format());
                            (self.part, self.taken) = (Some(part), 0);
                            return Poll::Ready(Ok(true));
                        }
                        Some(Handed::End) => None,
                        Some(Handed::Failed(error)) => Some(error),
                        None => Some(self.failed("the `tokio` runtime that reads the rows was shut down")),
                    };
                    self.state = State::Over;
                    return Poll::Ready(error.map_or(Ok(false), Err));
                }
            }
        }
    }

    fn begin(&mut self) -> Result<()> {
        let runtime = Handle::try_current().map_err(|_| self.failed("an export needs a `tokio` runtime"))?;
        let (settings, select, rest) = (self.settings.clone(), self.select.clone(), self.rest.clone());
        let (task, parts) = Task::begin(&runtime, settings, select, rest);
        self.state = State::Reading { parts, _task: task };
        Ok(())
    }

    /// Remembers the last row that was taken, and drops its part.
    fn pass(&mut self) {
        if let (Some(part), Some(row)) = (self.part.take(), self.taken.checked_sub(1)) {
            self.rest.after = Some(part.position(row));
        }
        self.taken = 0;
    }

    /// Ends the stream: no rows follow.
    fn end(&mut self) {
        self.pass();
        self.state = State::Over;
    }

    #[cold]
    fn failed(&self, reason: &str) -> Error {
        Detail::of_ydb(self.select.path(), "export", YdbError::Custom(reason.to_owned()), false)
    }
}

/// Nothing in an `ExportStream` is pinned.
impl<T: YdbTable, R: YdbRow> Unpin for ExportStream<T, R> {}

impl<T: YdbTable, R: YdbRow> Stream for ExportStream<T, R> {
    type Item = Result<R>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(ready!(self.get_mut().poll_row(cx)).transpose())
    }
}

impl<T: YdbTable, R: YdbRow> fmt::Debug for ExportStream<T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let table = self.select.path();
        f.debug_struct("ExportStream").field("table", &table).field("rest", &self.rest).finish_non_exhaustive()
    }
}

/// Rows of a part of an export as record batches of Apache Arrow, for Parquet, DataFusion or Polars.
/// [`ExportStream::record_batches`] makes it.
///
/// The columns are those of the row type, in its order and without a hash column. They have Arrow's own types for the
/// same meaning, independent of the format in which YDB sends them:
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
/// [`from_record_batch`](crate::from_record_batch) turns batches into rows again. A batch has the rows of one message,
/// about a megabyte.
#[must_use = "nothing is read until batches are taken"]
pub struct RecordBatches<T: YdbTable, R: YdbRow = T> {
    rows: ExportStream<T, R>,
    schema: SchemaRef,
}

impl<T: YdbTable, R: YdbRow> ExportStream<T, R> {
    /// Turns the remaining rows into record batches of Arrow.
    pub fn record_batches(self) -> RecordBatches<T, R> {
        RecordBatches { rows: self, schema: record_schema::<T, R>() }
    }
}

impl<T: YdbTable, R: YdbRow> RecordBatches<T, R> {
    /// Returns the schema of all batches.
    pub fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    /// Returns the next batch, with at least one row; `None` after the last one.
    ///
    /// # Errors
    /// Returns the same errors as [`ExportStream::try_next`]. A column must have exactly the type that it has in the
    /// model.
    pub async fn try_next(&mut self) -> Result<Option<RecordBatch>> {
        poll_fn(|cx| self.poll_batch(cx)).await
    }

    /// Returns the position after the last batch that was taken, like [`ExportStream::position`].
    ///
    /// # Errors
    /// Returns the same errors as [`ExportStream::position`].
    pub fn position(&self) -> Result<PageToken> {
        self.rows.position()
    }

    fn poll_batch(&mut self, cx: &mut Context<'_>) -> Poll<Result<Option<RecordBatch>>> {
        self.rows.poll_rows(cx, usize::MAX, |part, from| record_batch::<T, R>(&self.schema, part, from))
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
