//! Ends of a load's requests: their rows are acknowledged, sent again as protobuf, or given back.

use std::sync::atomic::Ordering;

use tokio::task::{Id, JoinError};
use ydb::YdbError;
use ydb_keys::__internal::Detail;
use ydb_keys::{Error, Result, Table};

use super::{Done, Failed, Filled, Flight, Flying, Outcome, refuses_arrow};
use crate::encode::{Batch, Encoder, Row};
use crate::loader::error::{LoadError, LoadFailure};
use crate::loader::parts::{Part, insert, unwritten};
use crate::proto::Format;

impl<T: Row> Flight<T> {
    /// Processes the requests that have ended.
    #[cold]
    pub(super) fn land_all(&mut self) {
        while let Some(ended) = self.tasks.try_join_next_with_id() {
            self.land(ended);
        }
    }

    pub(super) fn land(&mut self, ended: Result<(Id, Done), JoinError>) {
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
                    Outcome::Written => self.acknowledged(part, bytes, batch),
                    Outcome::Failed { error, .. } if self.may_change(&batch, &error) => self.send_as_protobuf(part),
                    Outcome::Failed { error, sent } => self.fail(self.refused(error, sent), part, sent),
                }
            }
        }
        self.start();
    }

    fn acknowledged(&mut self, mut part: Part<T>, bytes: usize, batch: Batch) {
        insert(&mut self.written, part.positions());
        self.report.rows += part.rows.len() as u64;
        self.report.superseded += batch.superseded as u64;
        self.report.bytes += bytes as u64;
        self.report.requests += 1;
        self.report.protobuf_requests += u64::from(batch.format() == Format::Protobuf);
        part.rows.clear();
        self.spare.push(part.rows);
        if let Some(encoder) = &mut self.encoder {
            encoder.reuse(batch);
        }
        if let Some(mut on_progress) = self.settings.on_progress.take() {
            on_progress(self.report());
            self.settings.on_progress = Some(on_progress);
        }
    }

    fn may_change(&self, batch: &Batch, error: &YdbError) -> bool {
        let may = self.failed.is_none() && !self.settings.is_forced;
        may && batch.format() == Format::Arrow && refuses_arrow(error)
    }

    /// Sends the rows again as protobuf, before all other rows. All later rows are sent as protobuf, too.
    #[cold]
    fn send_as_protobuf(&mut self, part: Part<T>) {
        self.settings.format = Format::Protobuf;
        self.report.retries += 1;
        match encoder_of(self.of, &self.pending.rows) {
            Ok(encoder) => self.encoder = Some(encoder),
            Err(error) => return self.fail(error, part, false),
        }
        match encoder_of(self.of, &part.rows).and_then(|mut encoder| encoder.finish()) {
            Ok(batch) => self.waiting.push_front(Filled { part, batch }),
            Err(error) => self.fail(error, part, false),
        }
    }

    /// Stops the load: no further attempt of a request begins.
    #[cold]
    pub(super) fn fail(&mut self, source: Error, part: Part<T>, sent: bool) {
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
        Detail::load_failed(&self.table, source, outcome_unknown)
    }

    /// Returns the error of a load that has failed: waits for the requests in flight, and gives all rows back.
    pub(super) async fn outcome(&mut self) -> Result<(), LoadError<T>> {
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

/// Returns a protobuf encoder with these rows, which another encoder has accepted before.
fn encoder_of<T: Row>(table: &'static Table, rows: &[T]) -> Result<Encoder> {
    let mut encoder = Encoder::of(table, Format::Protobuf)?;
    rows.iter().try_for_each(|row| encoder.push(row))?;
    Ok(encoder)
}
