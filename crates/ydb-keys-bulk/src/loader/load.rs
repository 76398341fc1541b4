//! The loader: its settings, and its methods that push rows or take them from an iterator or a stream. `ValueLoader`
//! loads rows that are not structs.

use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::Duration;
use std::{fmt, mem};

use futures_util::Stream;
use futures_util::future::BoxFuture;
use ydb_keys::{Error, Table, Value, YdbTable};
use ydb_keys_core::calls::{limit, polled_again};
use ydb_keys_core::schema::path::TablePath;

use super::error::LoadError;
use super::flight::{Flight, Taken};
use super::report::LoadReport;
use crate::connection::Connection;
use crate::encode::Values;
use crate::proto::Format;

/// Writes any number of rows by YDB's BulkUpsert, several requests at once. [`Bulk::loader`](crate::Bulk) makes one.
///
/// Rows are [pushed](Self::push) one by one, or taken from an [iterator](Self::load) or a [stream](Self::load_stream).
/// Each row is encoded at once, with its hash columns and buckets. Batches of rows are sorted by the key. A request
/// that fails is repeated if it may succeed later. [`finish`](Self::finish) sends the remaining rows and waits for all
/// acknowledgements.
///
/// A load runs outside of transactions, like [`bulk_upsert`](ydb_keys::YdbTable::bulk_upsert): other readers see its
/// rows as they are written, and a load that fails is partly written. [`LoadFailure`](super::LoadFailure) has the
/// positions of the written rows, and gives the other rows back. Repeating a load is harmless.
///
/// # Equal keys
/// If rows in one batch have equal keys, only the last one is sent. Across batches, it is undefined which row remains,
/// because several requests are in flight. With [`in_flight(1)`](Self::in_flight) the last row remains across batches
/// too, as long as no request times out.
///
/// # Cancelling
/// The loader has a row as soon as [`push`](Self::push) returns its future, even if nobody awaits the future. The
/// futures of `push` and `finish` may be dropped at any moment, and the next call continues. Dropping the loader before
/// `finish` drops the rows that were not sent, and abandons the requests in flight. YDB may or may not carry out these
/// requests; a warning of `tracing` says how many rows are affected.
///
/// # Memory
/// Rows are kept until YDB has acknowledged them. [`memory`](Self::memory) limits the bytes of their requests; the
/// memory of the structs is not counted.
///
/// ```no_run
/// use ydb_keys::YdbTable;
/// use ydb_keys_bulk::{Bulk, Connection};
///
/// #[derive(YdbTable)]
/// #[ydb(primary_key(event_hash = xxh3(id), id))]
/// struct Event {
///     id: u64,
///     text: Option<String>,
/// }
///
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// let connection = Connection::open("grpc://localhost:2136/local").await?;
/// let mut loader = Event::loader(&connection).on_progress(|report| println!("{report}"));
/// for id in 0..1_000_000 {
///     loader.push(Event { id, text: None }).await?;
/// }
/// println!("{}", loader.finish().await?);
/// # Ok(())
/// # }
/// ```
#[must_use = "push rows, and await `finish()`: the last rows are sent there"]
pub struct Loader<T: YdbTable>(Flight<T>);

impl<T: YdbTable> fmt::Debug for Loader<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Loader").field("table", &T::TABLE.name).finish_non_exhaustive()
    }
}

/// Settings of a loader. Each setting applies to the rows that are pushed after it.
impl<T: YdbTable> Loader<T> {
    pub(crate) fn new(connection: &Connection, table: &str) -> Self {
        Loader(Flight::new(connection, T::TABLE, table, &TablePath::new(connection.database(), table).absolute()))
    }

    /// Sets the most rows in one request: 100,000 unless set.
    pub fn rows_per_request(mut self, rows: usize) -> Self {
        self.0.settings.rows = rows.max(1);
        self
    }

    /// Sets the bytes at which a request is sent: 1,000,000 for row tables and 8,000,000 for column tables unless set,
    /// as YDB's documentation advises. A request may be larger by one row, or by an eighth where whole blocks of rows
    /// help; YDB takes at most 64 MB.
    pub fn bytes_per_request(mut self, bytes: usize) -> Self {
        self.0.settings.bytes = bytes.clamp(1, 50_000_000);
        self
    }

    /// Sets the most requests in flight at once: 16 unless set.
    pub fn in_flight(mut self, requests: usize) -> Self {
        self.0.settings.in_flight = requests.max(1);
        self
    }

    /// Sets the most bytes of all requests in flight together: 64,000,000 unless set. A single request is sent even if
    /// it is larger. Up to two more batches are in memory: one that waits for room, and one that is being filled.
    pub fn memory(mut self, bytes: usize) -> Self {
        self.0.settings.memory = bytes;
        self
    }

    /// Sets the time limit for one attempt of a request: 60 seconds unless set. `None`, or more than a century, means
    /// no limit while the connection lives.
    pub fn timeout(mut self, timeout: impl Into<Option<Duration>>) -> Self {
        self.0.settings.timeout = timeout.into().and_then(limit);
        self
    }

    /// Sets the time for which a request is repeated: 5 minutes unless set. `None`, or more than a century, means no
    /// limit. A request is repeated after an overload, unavailability, a broken connection, or no answer in time, as in
    /// the crate `ydb`. The pauses grow from 2 ms to 10 s.
    pub fn retry_for(mut self, time: impl Into<Option<Duration>>) -> Self {
        self.0.settings.retry_for = time.into().and_then(limit);
        self
    }

    /// Sets the format of the rows; call it before the first row. Without this setting the format is Arrow, and the
    /// load changes to protobuf if a release of YDB refuses a type in Arrow.
    ///
    /// Even in Arrow, a request may go as protobuf rows if its empty texts would otherwise be lost (ydb issue 36331).
    pub fn format(mut self, format: Format) -> Self {
        self.0.settings.format = format;
        self.0.settings.is_forced = true;
        self
    }

    /// Sets a function that is called after each request that YDB has acknowledged, in the task that pushes.
    pub fn on_progress(mut self, on_progress: impl FnMut(&LoadReport) + Send + 'static) -> Self {
        self.0.settings.on_progress = Some(Box::new(on_progress));
        self
    }
}

impl<T: YdbTable + Send> Loader<T> {
    /// Takes a row. The future waits until there is room for another row.
    ///
    /// The loader has the row even if the future is dropped; only a rejected row is lost. If the loader has stopped,
    /// the row comes back with the error.
    ///
    /// # Errors
    /// [`LoadError::Rejected`] for a row that cannot be stored, as in [`upsert`](YdbTable::upsert): the row is not
    /// taken, and the loader continues. [`LoadError::Failed`] if a request has failed for good: this call and all
    /// further calls fail. The first failure gives the rows back.
    #[inline]
    pub fn push(&mut self, row: T) -> Push<'_, T> {
        match self.0.take(row) {
            Taken::Fits => Push(State::Taken),
            Taken::Full => Push(State::Waiting(Box::pin(self.0.room()))),
            Taken::Rejected(rejected) => Push(State::Rejected(LoadError::Rejected(rejected))),
        }
    }

    /// Sends the remaining rows, and waits until YDB has acknowledged all rows. More rows may be pushed afterwards; the
    /// next report counts all rows.
    ///
    /// # Errors
    /// [`LoadError::Failed`] if a request has failed for good.
    pub async fn finish(&mut self) -> Result<LoadReport, LoadError<T>> {
        self.0.finish().await
    }

    /// Pushes all rows, and finishes.
    ///
    /// ```no_run
    /// # use ydb_keys::YdbTable;
    /// # use ydb_keys_bulk::{Bulk, Connection, LoadError};
    /// # #[derive(YdbTable)]
    /// # #[ydb(primary_key(event_hash = xxh3(id), id))]
    /// # struct Event { id: u64 }
    /// # async fn example(connection: &Connection) -> Result<(), LoadError<Event>> {
    /// let report = Event::loader(connection).load((0..1_000_000).map(|id| Event { id })).await?;
    /// println!("{} rows in {:?}", report.rows, report.elapsed);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`LoadError::Failed`] if a request has failed for good. [`LoadError::Rejected`] for a row that cannot be stored;
    /// all rows before it are then written. Pass `&mut iterator` to continue after the rejected row.
    pub async fn load(&mut self, rows: impl IntoIterator<Item = T>) -> Result<LoadReport, LoadError<T>> {
        for row in rows {
            let taken = self.0.take(row);
            if !matches!(taken, Taken::Fits) {
                self.settle(taken).await?;
            }
        }
        self.finish().await
    }

    /// Pushes all rows of a stream, and finishes. Progress is also reported while the stream waits.
    ///
    /// A stream of results is pushed row by row: `while let Some(row) = stream.try_next().await? { .. }`.
    ///
    /// # Errors
    /// Returns the same errors as [`load`](Self::load).
    pub async fn load_stream(&mut self, rows: impl Stream<Item = T>) -> Result<LoadReport, LoadError<T>> {
        let mut rows = pin!(rows);
        loop {
            let row = {
                let mut stops = pin!(self.0.stops());
                poll_fn(|cx| match rows.as_mut().poll_next(cx) {
                    Poll::Pending => stops.as_mut().poll(cx).map(|()| None),
                    row => row,
                })
                .await
            };
            let Some(row) = row else { return self.finish().await };
            let taken = self.0.take(row);
            if !matches!(taken, Taken::Fits) {
                self.settle(taken).await?;
            }
        }
    }

    /// Waits for room. Before it reports a rejected row, it finishes the load; if that fails, the rejected row comes
    /// back with the other rows.
    async fn settle(&mut self, taken: Taken<T>) -> Result<(), LoadError<T>> {
        let rejected = match taken {
            Taken::Fits => return Ok(()),
            Taken::Full => return self.0.room().await,
            Taken::Rejected(rejected) => rejected,
        };
        match self.finish().await {
            Ok(_) => Err(LoadError::Rejected(rejected)),
            Err(LoadError::Failed(failure)) => Err(LoadError::Failed(Box::new(failure.and(rejected.row)))),
            Err(error) => Err(error),
        }
    }

    /// Returns the progress of the load so far.
    pub fn report(&mut self) -> LoadReport {
        self.0.report().clone()
    }
}

/// The future of [`push`](super::Loader::push): ready at once while there is room.
#[must_use = "await it: this is how a loader limits its memory, and how it reports errors"]
pub struct Push<'a, T>(pub(super) State<'a, T>);

pub(super) enum State<'a, T> {
    Taken,
    Rejected(LoadError<T>),
    Waiting(BoxFuture<'a, Result<(), LoadError<T>>>),
    /// The result has been returned.
    Done,
}

impl<T> fmt::Debug for Push<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Push").finish_non_exhaustive()
    }
}

/// Nothing in a `Push` is pinned: its error and its waiting future are boxed.
impl<T> Unpin for Push<'_, T> {}

impl<T> Future for Push<'_, T> {
    type Output = Result<(), LoadError<T>>;

    #[inline]
    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Self::Output> {
        match mem::replace(&mut self.0, State::Done) {
            State::Taken => Poll::Ready(Ok(())),
            State::Rejected(error) => Poll::Ready(Err(error)),
            State::Waiting(mut room) => {
                let polled = room.as_mut().poll(cx);
                if polled.is_pending() {
                    self.0 = State::Waiting(room);
                }
                polled
            }
            State::Done => polled_again("the push of a row"),
        }
    }
}

/// A [`Loader`](super::Loader) of rows that are lists of values.
#[doc(hidden)]
pub struct ValueLoader(Flight<Values>);

impl ValueLoader {
    /// Makes a loader into a table. The table's name is its path, relative to the database.
    pub fn new(connection: &Connection, table: &'static Table) -> Self {
        let path = TablePath::new(connection.database(), table.name).absolute();
        ValueLoader(Flight::new(connection, table, table.name, &path))
    }

    /// Sets the bytes at which a request is sent, and the most requests in flight. `None` keeps a default.
    pub fn pace(mut self, bytes: Option<usize>, in_flight: Option<usize>) -> Self {
        self.0.settings.bytes = bytes.unwrap_or(self.0.settings.bytes);
        self.0.settings.in_flight = in_flight.unwrap_or(self.0.settings.in_flight);
        self
    }

    /// Takes a row: a value for each column of the table, in their order. Returns the reason if the row cannot be
    /// stored.
    ///
    /// # Errors
    /// Fails if a request has failed for good.
    pub async fn push(&mut self, row: Vec<Value<'static>>) -> Result<Option<Error>, Error> {
        match self.0.take(Values(row)) {
            Taken::Fits => Ok(None),
            Taken::Rejected(rejected) => Ok(Some(rejected.source)),
            Taken::Full => self.0.room().await.map(|()| None).map_err(|error| source(&error)),
        }
    }

    /// Sends the remaining rows, and waits for all acknowledgements.
    ///
    /// # Errors
    /// Fails if a request has failed for good.
    pub async fn finish(&mut self) -> Result<LoadReport, Error> {
        self.0.finish().await.map_err(|error| source(&error))
    }

    /// Returns the number of rows that are acknowledged without a gap, from the first row on.
    pub fn acknowledged(&self) -> u64 {
        self.0.written_from_the_first()
    }
}

fn source(error: &LoadError<Values>) -> Error {
    error.error().clone()
}
