//! Rows of a load on their way: pending rows, waiting batches, requests in flight, and the outcomes of requests.
//!
//! ```text
//! push -> pending rows and the encoder -> waiting batches -> requests in flight -> written
//!                                                                             \-> failed: the load stops
//! ```
//!
//! The loader keeps a row until YDB has acknowledged its request, so that it can give the row back. Rows are encoded
//! here, in the task of the caller. Each request is a task of its own: it is sent while the next rows are encoded.

mod landing;

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::task::{Id, JoinSet};
use tracing::warn;
use ydb::YdbError;
use ydb_keys::__internal::status::{SCHEME_ERROR, has_status};
use ydb_keys::schema::Store;
use ydb_keys::{Error, Result, Table};

use super::error::{LoadError, RejectedRow};
use super::parts::Part;
use super::report::LoadReport;
use crate::connection::{Connection, names, was_not_sent};
use crate::encode::{Batch, Encoder, Row};
use crate::proto::Format;
use crate::retry::{Backoff, is_retried};

pub(super) struct Flight<T> {
    connection: Connection,
    /// Table with the columns that are written.
    of: &'static Table,
    /// Absolute path of the table. `table` is its name in errors.
    path: Arc<str>,
    table: String,
    pub(super) settings: Settings,
    /// Encoder of the pending rows. It is made for the first row, in the format that is set then.
    encoder: Option<Encoder>,
    /// Rows in the encoder.
    pending: Part<T>,
    waiting: VecDeque<Filled<T>>,
    in_flight: Vec<Flying<T>>,
    tasks: JoinSet<Done>,
    /// Number of requests that have ended and are not processed yet.
    ended: Arc<AtomicUsize>,
    stopped: watch::Sender<bool>,
    /// Emptied vectors of written rows, whose memory is used again.
    spare: Vec<Vec<T>>,
    started: Option<Instant>,
    written: Vec<Range<u64>>,
    report: LoadReport,
    failed: Option<Failed<T>>,
}

/// A batch that is not sent yet, with its rows.
struct Filled<T> {
    part: Part<T>,
    batch: Batch,
}

/// A request in flight, with its rows.
struct Flying<T> {
    id: Id,
    part: Part<T>,
    bytes: usize,
}

/// Reason for which the load has stopped, with the rows of requests that were not acknowledged.
struct Failed<T> {
    source: Error,
    possibly: Vec<Part<T>>,
    not_sent: Vec<Part<T>>,
}

/// Result of pushing a row.
pub(super) enum Taken<T> {
    /// The loader has taken the row, and has room for the next one.
    Fits,
    /// The loader has taken the row. The caller waits for room, or for the end of a load that has failed.
    Full,
    Rejected(Box<RejectedRow<T>>),
}

/// Warns about rows that were pushed and are not written. No call returns an error for these rows.
impl<T> Drop for Flight<T> {
    fn drop(&mut self) {
        let waiting = self.waiting.iter().map(|filled| filled.part.rows.len()).sum::<usize>();
        let not_sent = self.pending.rows.len() + waiting;
        let in_flight = self.in_flight.iter().map(|flying| flying.part.rows.len()).sum::<usize>();
        // A failed load has given its rows back with its error.
        if self.failed.is_none() && not_sent + in_flight > 0 {
            warn!(
                db.collection.name = %self.table, not_sent, in_flight,
                "a loader was dropped before `finish`: its rows are not written, or may not be"
            );
        }
    }
}

impl<T: Row> Flight<T> {
    /// Makes a flight without rows. `of` has the columns, `table` is the name in errors, and `path` is absolute.
    pub(super) fn new(connection: &Connection, of: &'static Table, table: &str, path: &str) -> Self {
        Self {
            of,
            connection: connection.clone(),
            path: path.into(),
            table: table.to_owned(),
            settings: Settings::of(of.store),
            encoder: None,
            pending: Part { first: 0, rows: Vec::new() },
            waiting: VecDeque::new(),
            in_flight: Vec::new(),
            tasks: JoinSet::new(),
            ended: Arc::default(),
            stopped: watch::Sender::new(false),
            spare: Vec::new(),
            started: None,
            written: Vec::new(),
            report: LoadReport::default(),
            failed: None,
        }
    }

    /// Returns the report of the load up to now.
    pub(super) fn report(&mut self) -> &LoadReport {
        self.report.elapsed = self.started.map(|started| started.elapsed()).unwrap_or_default();
        &self.report
    }

    /// Returns the number of rows that are acknowledged without a gap, from the first row on.
    pub(super) fn written_from_the_first(&self) -> u64 {
        self.written.first().filter(|range| range.start == 0).map_or(0, |range| range.end)
    }

    /// Takes a row without waiting.
    #[inline]
    pub(super) fn take(&mut self, row: T) -> Taken<T> {
        if self.failed.is_some() {
            self.pending.rows.push(row);
            return Taken::Full;
        }
        let (rows, bytes) = (self.settings.rows, self.settings.bytes.min(self.settings.memory));
        let encoder = match &mut self.encoder {
            Some(encoder) => encoder,
            None => match self.begin() {
                Ok(encoder) => encoder,
                Err(source) => return Taken::Rejected(Box::new(RejectedRow { row, source })),
            },
        };
        if let Err(source) = encoder.push(&row) {
            return Taken::Rejected(Box::new(RejectedRow { row, source }));
        }
        let is_full = encoder.is_full(rows, bytes);
        self.pending.rows.push(row);
        if is_full {
            self.close();
        }
        if is_full || self.ended.load(Ordering::Relaxed) > 0 {
            self.land_all();
        }
        match self.waiting.is_empty() && self.failed.is_none() {
            true => Taken::Fits,
            false => Taken::Full,
        }
    }

    #[cold]
    fn begin(&mut self) -> Result<&mut Encoder> {
        let encoder = Encoder::of(self.of, self.settings.format)?;
        self.started.get_or_insert_with(Instant::now);
        Ok(self.encoder.insert(encoder))
    }

    /// Turns the pending rows into a batch.
    fn close(&mut self) {
        let Some(encoder) = &mut self.encoder else { return };
        if self.pending.rows.is_empty() {
            return;
        }
        let rows = self.spare.pop().unwrap_or_else(|| Vec::with_capacity(self.pending.rows.len()));
        let next = Part { first: self.pending.positions().end, rows };
        let part = std::mem::replace(&mut self.pending, next);
        match encoder.finish() {
            Ok(batch) => self.waiting.push_back(Filled { part, batch }),
            Err(error) => self.fail(error, part, false),
        }
        self.start();
    }

    /// Sends waiting batches as long as there is room, in the order of the rows.
    fn start(&mut self) {
        while let Some(next) = self.waiting.front() {
            let bytes: usize = self.in_flight.iter().map(|flying| flying.bytes).sum();
            let fits = self.in_flight.len() < self.settings.in_flight
                && bytes.saturating_add(next.batch.bytes()) <= self.settings.memory;
            if !fits && !self.in_flight.is_empty() {
                return;
            }
            let Some(Filled { part, batch }) = self.waiting.pop_front() else { return };
            let bytes = batch.bytes();
            let request = Request {
                connection: self.connection.clone(),
                path: Arc::clone(&self.path),
                batch,
                timeout: self.settings.timeout,
                retry_for: self.settings.retry_for,
                stopped: self.stopped.subscribe(),
            };
            let ended = Arc::clone(&self.ended);
            let task = self.tasks.spawn(async move {
                let done = request.send().await;
                ended.fetch_add(1, Ordering::Relaxed);
                done
            });
            self.in_flight.push(Flying { id: task.id(), part, bytes });
        }
    }

    /// Waits until there is room for another row, or until a load that has failed has ended.
    ///
    /// The future may be dropped at any moment, as all futures of the loader.
    pub(super) async fn room(&mut self) -> Result<(), LoadError<T>> {
        while self.failed.is_none() && !self.waiting.is_empty() {
            self.land_one().await;
        }
        self.outcome().await
    }

    /// Sends the pending rows, and waits for all requests.
    pub(super) async fn finish(&mut self) -> Result<LoadReport, LoadError<T>> {
        if self.failed.is_none() {
            self.close();
        }
        while self.failed.is_none() && !self.in_flight.is_empty() {
            self.land_one().await;
        }
        self.outcome().await?;
        Ok(self.report().clone())
    }

    /// Waits for the end of one request. At least one must be in flight.
    async fn land_one(&mut self) {
        if let Some(ended) = self.tasks.join_next_with_id().await {
            self.land(ended);
        }
    }

    /// Processes the ends of requests until the load fails; never returns if the load does not fail.
    pub(super) async fn stops(&mut self) {
        while self.failed.is_none() {
            match self.in_flight.is_empty() {
                true => std::future::pending().await,
                false => self.land_one().await,
            }
        }
    }
}

pub(super) struct Settings {
    pub(super) rows: usize,
    pub(super) bytes: usize,
    pub(super) in_flight: usize,
    pub(super) memory: usize,
    pub(super) timeout: Option<Duration>,
    pub(super) retry_for: Option<Duration>,
    pub(super) format: Format,
    /// `true` if the user chose the format: the load then never changes it.
    pub(super) is_forced: bool,
    pub(super) on_progress: Option<OnProgress>,
}

pub(super) type OnProgress = Box<dyn FnMut(&LoadReport) + Send>;

impl Settings {
    /// Returns the default settings for a table. The sizes are those of YDB's documentation: 100,000 rows or about 1 MB
    /// for a row table; blocks of up to 8 MB for a column table, whose portions should be large.
    pub(super) fn of(store: Store) -> Self {
        Settings {
            rows: 100_000,
            bytes: match store {
                Store::Row => 1_000_000,
                Store::Column => 8_000_000,
            },
            in_flight: 16,
            memory: 64_000_000,
            timeout: Some(Duration::from_secs(60)),
            retry_for: Some(Duration::from_secs(300)),
            format: Format::Arrow,
            is_forced: false,
            on_progress: None,
        }
    }
}

/// A request to send, with its limits.
struct Request {
    connection: Connection,
    path: Arc<str>,
    batch: Batch,
    timeout: Option<Duration>,
    retry_for: Option<Duration>,
    /// Becomes `true` when the load stops: no attempt begins after that.
    stopped: watch::Receiver<bool>,
}

/// Result of a request that has ended.
struct Done {
    batch: Batch,
    retries: u64,
    outcome: Outcome,
}

enum Outcome {
    Written,
    Failed {
        error: YdbError,
        /// `true` if an attempt may have reached YDB.
        sent: bool,
    },
}

impl Request {
    async fn send(mut self) -> Done {
        let mut backoff = Backoff::new(self.retry_for);
        let (mut retries, mut sent) = (0, false);
        let request = self.batch.request(&self.path);
        let outcome = loop {
            let error = match self.connection.bulk_upsert(request.clone(), self.timeout).await {
                Ok(()) => break Outcome::Written,
                Err(error) => error,
            };
            sent |= !was_not_sent(&error);
            let again = is_retried(&error) && !*self.stopped.borrow_and_update();
            if !again || !self.pause(&mut backoff).await {
                break Outcome::Failed { error, sent };
            }
            retries += 1;
        };
        Done { batch: self.batch, retries, outcome }
    }

    /// Waits before the next attempt. Returns `false` if the load stops, or if the time limit for repeating is over.
    async fn pause(&mut self, backoff: &mut Backoff) -> bool {
        tokio::select! {
            biased;
            _ = self.stopped.changed() => false,
            again = backoff.wait() => again,
        }
    }
}

/// Returns `true` if YDB refused a type in Arrow that it takes as protobuf. A release before 25.4 refuses fixed-size
/// values, which are Decimal and Uuid (rpc_load_rows.cpp).
fn refuses_arrow(error: &YdbError) -> bool {
    has_status(error, &[SCHEME_ERROR]) && names(error, "Cannot convert arrow type to ydb one")
}
