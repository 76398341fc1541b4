//! The rows of a load on their way: which are pushed, which wait, which are in flight, and what became of the others.
//!
//! ```text
//! push -> pending rows and the encoder -> waiting batches -> requests in flight -> written
//!                                                                             \-> failed: the load stops
//! ```
//!
//! A row is kept until YDB has acknowledged its request, so that it can be given back. Encoding happens here, in the
//! task of the caller; each request is a task of its own, so it is sent while the next rows are encoded.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use tokio::sync::watch;
use tokio::task::{Id, JoinError, JoinSet};
use ydb::YdbError;

use super::error::{LoadError, LoadFailure, RejectedRow};
use super::parts::{Part, unwritten};
use super::ranges::insert;
use super::report::LoadReport;
use super::request::{Done, Outcome, Request, refuses_arrow};
use super::settings::Settings;
use crate::bulk::connection::Connection;
use crate::bulk::encode::{Batch, Encoder};
use crate::bulk::format::Format;
use crate::error::{Error, Failure, Result};
use crate::statements::YdbTable;

pub(super) struct Flight<T> {
    connection: Connection,
    /// The table's absolute path, and as errors name it.
    path: Arc<str>,
    table: String,
    pub(super) settings: Settings,
    /// Made for the first row, in the format that is set then.
    encoder: Option<Encoder>,
    /// The rows in the encoder.
    pending: Part<T>,
    waiting: VecDeque<Filled<T>>,
    in_flight: Vec<Flying<T>>,
    tasks: JoinSet<Done>,
    /// Requests that have ended and were not looked at yet.
    ended: Arc<AtomicUsize>,
    stopped: watch::Sender<bool>,
    /// Memory of rows that are written.
    spare: Vec<Vec<T>>,
    started: Option<Instant>,
    written: Vec<Range<u64>>,
    report: LoadReport,
    failed: Option<Failed<T>>,
}

/// A batch that is not sent yet, and its rows.
struct Filled<T> {
    part: Part<T>,
    batch: Batch,
}

/// The rows of a request in flight.
struct Flying<T> {
    id: Id,
    part: Part<T>,
    bytes: usize,
}

/// Why the load has stopped, and the rows of requests that ended without an acknowledgement.
struct Failed<T> {
    source: Error,
    possibly: Vec<Part<T>>,
    not_sent: Vec<Part<T>>,
}

/// What became of a row that was pushed.
pub(super) enum Taken<T> {
    /// It is in the loader, and there is room for the next one.
    Fits,
    /// It is in the loader. The caller waits for room, or for the end of a load that has failed.
    Full,
    Rejected(Box<RejectedRow<T>>),
}

impl<T: YdbTable> Flight<T> {
    pub(super) fn new(connection: &Connection, table: &str, path: &str) -> Self {
        Self {
            connection: connection.clone(),
            path: path.into(),
            table: table.to_owned(),
            settings: Settings::of(T::TABLE.store),
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

    /// The report up to now.
    pub(super) fn report(&mut self) -> &LoadReport {
        self.report.elapsed = self.started.map(|started| started.elapsed()).unwrap_or_default();
        &self.report
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
        let encoder = Encoder::of::<T>(self.settings.format)?;
        self.started.get_or_insert_with(Instant::now);
        Ok(self.encoder.insert(encoder))
    }

    /// Makes a batch of the pending rows.
    fn close(&mut self) {
        let Some(encoder) = &mut self.encoder else { return };
        if self.pending.rows.is_empty() {
            return;
        }
        let rows = self.spare.pop().unwrap_or_default();
        let next = Part { first: self.pending.positions().end, rows };
        let part = std::mem::replace(&mut self.pending, next);
        match encoder.finish() {
            Ok(batch) => self.waiting.push_back(Filled { part, batch }),
            Err(error) => self.fail(error, part, false),
        }
        self.start();
    }

    /// Sends what there is room for, in the order of the rows.
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

    /// Looks at the requests that have ended.
    #[cold]
    fn land_all(&mut self) {
        while let Some(ended) = self.tasks.try_join_next_with_id() {
            self.land(ended);
        }
    }

    fn land(&mut self, ended: Result<(Id, Done), JoinError>) {
        let (id, done) = match ended {
            Ok((id, done)) => (id, Ok(done)),
            Err(error) => (error.id(), Err(error)),
        };
        if done.is_ok() {
            self.ended.fetch_sub(1, Ordering::Relaxed);
        }
        let Some(at) = self.in_flight.iter().position(|flying| flying.id == id) else { return };
        let Flying { part, bytes, .. } = self.in_flight.swap_remove(at);
        match done {
            Err(error) => {
                let error = YdbError::Custom(format!("the task of a request ended early: {error}"));
                self.fail(self.refused(error, true), part, true);
            }
            Ok(Done { batch, retries, outcome }) => {
                self.report.retries += retries;
                match outcome {
                    Outcome::Written => self.acknowledged(part, bytes, &batch),
                    Outcome::Failed { error, .. } if self.may_change(&batch, &error) => self.send_as_protobuf(part),
                    Outcome::Failed { error, sent } => self.fail(self.refused(error, sent), part, sent),
                }
            }
        }
        self.start();
    }

    fn acknowledged(&mut self, mut part: Part<T>, bytes: usize, batch: &Batch) {
        insert(&mut self.written, part.positions());
        self.report.rows += part.rows.len() as u64;
        self.report.superseded += batch.superseded as u64;
        self.report.bytes += bytes as u64;
        self.report.requests += 1;
        self.report.protobuf_requests += u64::from(batch.format() == Format::Protobuf);
        part.rows.clear();
        self.spare.push(part.rows);
        if let Some(mut on_progress) = self.settings.on_progress.take() {
            on_progress(self.report());
            self.settings.on_progress = Some(on_progress);
        }
    }

    fn may_change(&self, batch: &Batch, error: &YdbError) -> bool {
        let may = self.failed.is_none() && !self.settings.is_forced;
        may && batch.format() == Format::Arrow && refuses_arrow(error)
    }

    /// Sends the rows again, before all others, and everything after them in the same format.
    #[cold]
    fn send_as_protobuf(&mut self, part: Part<T>) {
        self.settings.format = Format::Protobuf;
        self.report.retries += 1;
        match encoder_of(&self.pending.rows) {
            Ok(encoder) => self.encoder = Some(encoder),
            Err(error) => return self.fail(error, part, false),
        }
        match encoder_of(&part.rows).and_then(|mut encoder| encoder.finish()) {
            Ok(batch) => self.waiting.push_front(Filled { part, batch }),
            Err(error) => self.fail(error, part, false),
        }
    }

    /// Stops the load: no attempt begins after that.
    #[cold]
    fn fail(&mut self, source: Error, part: Part<T>, sent: bool) {
        let nothing = || Failed { source, possibly: Vec::new(), not_sent: Vec::new() };
        let failed = self.failed.get_or_insert_with(nothing);
        match sent {
            true => failed.possibly.push(part),
            false => failed.not_sent.push(part),
        }
        self.stopped.send_replace(true);
    }

    #[cold]
    fn refused(&self, source: YdbError, outcome_unknown: bool) -> Error {
        let failure = Failure { table: self.table.clone(), operation: "load", source, outcome_unknown };
        Error::Ydb(Box::new(failure))
    }

    /// Waits until there is room for another row, or until a load that has failed has ended.
    ///
    /// May be cancelled at any moment, as everything here.
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

    /// Waits for the end of a request, of which there is one.
    async fn land_one(&mut self) {
        if let Some(ended) = self.tasks.join_next_with_id().await {
            self.land(ended);
        }
    }

    /// Waits for the ends of requests until the load fails; else for ever.
    pub(super) async fn stops(&mut self) {
        while self.failed.is_none() {
            match self.in_flight.is_empty() {
                true => std::future::pending().await,
                false => self.land_one().await,
            }
        }
    }

    /// After a failure waits for the requests in flight, and gives all rows back.
    async fn outcome(&mut self) -> Result<(), LoadError<T>> {
        if self.failed.is_none() {
            return Ok(());
        }
        while let Some(ended) = self.tasks.join_next_with_id().await {
            self.land(ended);
        }
        let report = self.report().clone();
        let Some(failed) = &mut self.failed else { return Ok(()) };
        let (possibly, mut not_sent) = (std::mem::take(&mut failed.possibly), std::mem::take(&mut failed.not_sent));
        not_sent.extend(self.waiting.drain(..).map(|filled| filled.part));
        let next = Part { first: self.pending.positions().end, rows: Vec::new() };
        not_sent.push(std::mem::replace(&mut self.pending, next));
        Err(LoadError::Failed(Box::new(LoadFailure {
            source: failed.source.clone(),
            written: self.written.clone(),
            possibly_written: unwritten(possibly),
            not_sent: unwritten(not_sent),
            report,
        })))
    }
}

/// An encoder with rows that another one has taken.
fn encoder_of<T: YdbTable>(rows: &[T]) -> Result<Encoder> {
    let mut encoder = Encoder::of::<T>(Format::Protobuf)?;
    rows.iter().try_for_each(|row| encoder.push(row))?;
    Ok(encoder)
}
