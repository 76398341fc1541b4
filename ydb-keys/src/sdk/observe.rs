//! Observability of operations: a span for each, a warning if it was slow, and with the feature `metrics` counters.
//!
//! The span covers the operation. The client makes the spans of its calls, its attempts and their pauses. Spans and
//! counters contain no value and no text of a statement.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::Poll;
use std::time::{Duration, Instant};

use tracing::field::Empty;
use tracing::{Span, info_span, warn};
use ydb::YdbError;

use super::failure::Operation;
use crate::error::{Error, Result};

/// Time in nanoseconds after which an operation is slow; a second at first.
static SLOW: AtomicU64 = AtomicU64::new(1_000_000_000);

/// Sets the time after which an operation is reported as slow, by an event of level WARN when it is done. Before the
/// first call of this function it is a second. `None` switches the report off.
///
/// The time covers the whole operation, with all attempts and the pauses between them. A bulk upsert of a million rows
/// is one operation; each batch of a stream is an operation.
pub fn set_slow_threshold(threshold: Option<Duration>) {
    let nanos = threshold.and_then(|threshold| u64::try_from(threshold.as_nanos()).ok());
    SLOW.store(nanos.unwrap_or(u64::MAX), Ordering::Relaxed);
}

/// Numbers that are counted while an operation runs.
#[derive(Clone, Copy, Default)]
struct Counts {
    returned: Count,
    sent: Count,
    attempts: Count,
}

/// Number that may not be there: 0, or one more than the number. An `Option` is written in two parts, and a processor
/// waits before it reads these as one.
#[derive(Clone, Copy, Default)]
struct Count(u64);

impl Count {
    fn add(&mut self, number: u64) {
        self.0 = self.0.max(1) + number;
    }

    fn get(self) -> Option<u64> {
        self.0.checked_sub(1)
    }
}

thread_local! {
    /// Counts of the operation that this thread polls.
    static COUNTS: Cell<Counts> = const { Cell::new(Counts { returned: Count(0), sent: Count(0), attempts: Count(0) }) };
}

fn count(add: impl FnOnce(&mut Counts)) {
    let mut counts = COUNTS.get();
    add(&mut counts);
    COUNTS.set(counts);
}

/// Adds to the rows that the operation has received.
pub(super) fn returned(rows: usize) {
    count(|counts| counts.returned.add(rows as u64));
}

/// Adds to the rows or keys that the operation sends.
pub(super) fn sends(rows: usize) {
    count(|counts| counts.sent.add(rows as u64));
}

pub(super) fn attempt() {
    count(|counts| counts.attempts.add(1));
}

/// End of an operation.
#[derive(Clone, Copy)]
pub(super) enum Outcome<'a> {
    Done,
    Failed(&'a Error),
    /// An error of the caller's closure, by the name of its type.
    Refused(&'static str),
}

/// Running operation that is observed.
pub(super) struct Observation {
    table: Cow<'static, str>,
    operation: &'static str,
    span: Span,
    start: Instant,
    counts: Counts,
}

impl Observation {
    /// Begins the span of an operation. Names of fields follow OpenTelemetry's conventions for databases.
    pub(super) fn begin(operation: &Operation) -> Self {
        let summary = Summary(operation);
        let (table, namespace, operation) = (operation.table.clone(), operation.namespace.as_deref(), operation.name);
        let span = info_span!(
            "ydb_keys",
            db.system.name = "ydb",
            db.namespace = namespace,
            db.query.summary = %summary,
            db.collection.name = (!table.is_empty()).then_some(&*table),
            db.operation.name = operation,
            db.operation.batch.size = Empty,
            db.response.returned_rows = Empty,
            db.response.status_code = Empty,
            "error.type" = Empty,
            ydb_keys.attempts = Empty,
        );
        Observation { table, operation, span, start: Instant::now(), counts: Counts::default() }
    }

    pub(super) fn start(&self) -> Instant {
        self.start
    }

    /// Polls a part of the operation within its span.
    pub(super) fn poll<R>(&mut self, poll: impl FnOnce() -> Poll<R>) -> Poll<R> {
        let _entered = self.span.enter();
        let _counting = Counting::begin(&mut self.counts);
        poll()
    }

    pub(super) fn end(&self, outcome: Outcome<'_>) {
        let (kind, status) = outcome.names();
        let Counts { returned, sent, attempts } = self.counts;
        let span = &self.span;
        // Numbers that the operation does not have are not recorded: looking for their field costs more than the check
        // here.
        let numbers = [
            ("db.response.returned_rows", returned),
            ("db.operation.batch.size", sent),
            ("ydb_keys.attempts", attempts),
        ];
        for (field, number) in numbers {
            if let Some(number) = number.get() {
                span.record(field, number);
            }
        }
        for (field, text) in [("error.type", kind.as_deref()), ("db.response.status_code", status)] {
            if let Some(text) = text {
                span.record(field, text);
            }
        }
        let elapsed = self.start.elapsed();
        let slow = elapsed.as_nanos() > u128::from(SLOW.load(Ordering::Relaxed));
        if slow {
            let (table, operation) = (&*self.table, self.operation);
            let seconds = elapsed.as_secs_f64();
            span.in_scope(|| {
                warn!(db.collection.name = table, db.operation.name = operation, seconds, "slow operation");
            });
        }
        #[cfg(feature = "metrics")]
        self.count(kind, status, elapsed, slow);
    }

    #[cfg(feature = "metrics")]
    fn count(&self, kind: Option<Cow<'static, str>>, status: Option<&'static str>, elapsed: Duration, slow: bool) {
        use metrics::Label;

        let mut labels = vec![
            Label::from_static_parts("db.system.name", "ydb"),
            Label::from_static_parts("db.operation.name", self.operation),
        ];
        if !self.table.is_empty() {
            labels.push(Label::new("db.collection.name", self.table.clone()));
        }
        let plain = labels.clone();
        labels.extend(kind.map(|kind| Label::new("error.type", kind)));
        labels.extend(status.map(|status| Label::from_static_parts("db.response.status_code", status)));
        metrics::histogram!("db.client.operation.duration", labels.clone()).record(elapsed.as_secs_f64());
        metrics::counter!("ydb_keys.operations", labels).increment(1);
        if let Some(rows) = self.counts.returned.get() {
            metrics::histogram!("db.client.response.returned_rows", plain.clone()).record(rows as f64);
        }
        if let Some(rows) = self.counts.sent.get() {
            metrics::counter!("ydb_keys.sent_rows", plain.clone()).increment(rows);
        }
        if let Some(attempts) = self.counts.attempts.get() {
            metrics::counter!("ydb_keys.attempts", plain.clone()).increment(attempts);
        }
        if slow {
            metrics::counter!("ydb_keys.slow_operations", plain).increment(1);
        }
    }
}

/// Name of the operation and its table, without values, such as `get orders`. OpenTelemetry groups by it.
pub(super) struct Summary<'a>(pub(super) &'a Operation);

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Operation { name, table, .. } = self.0;
        f.write_str(name)?;
        if table.is_empty() { Ok(()) } else { write!(f, " {table}") }
    }
}

/// Runs an operation to its end, within its span.
pub(super) async fn observed<R>(mut observation: Observation, run: impl Future<Output = Result<R>>) -> Result<R> {
    let mut run = pin!(run);
    let result = std::future::poll_fn(|cx| observation.poll(|| run.as_mut().poll(cx))).await;
    observation.end(Outcome::of(&result));
    result
}

/// Guard that collects the counts of an operation while it is polled. Operations within it count for themselves.
struct Counting<'a>(&'a mut Counts);

impl<'a> Counting<'a> {
    fn begin(counts: &'a mut Counts) -> Self {
        *counts = COUNTS.replace(*counts);
        Counting(counts)
    }
}

impl Drop for Counting<'_> {
    fn drop(&mut self) {
        *self.0 = COUNTS.replace(*self.0);
    }
}

impl<'a> Outcome<'a> {
    pub(super) fn of<R>(result: &'a Result<R>) -> Self {
        result.as_ref().map_or_else(Outcome::Failed, |_| Outcome::Done)
    }

    /// Returns `error.type` and `db.response.status_code`, with the words of YDB's page on OpenTelemetry.
    fn names(self) -> (Option<Cow<'static, str>>, Option<&'static str>) {
        let error = match self {
            Outcome::Done => return (None, None),
            Outcome::Refused(kind) => return (Some(kind.into()), None),
            Outcome::Failed(error) => error,
        };
        match error.ydb_error() {
            Some(YdbError::YdbStatusError(status)) => {
                (Some("ydb_error".into()), status.operation_status().ok().map(|status| status.as_str_name()))
            }
            Some(_) => (Some("transport_error".into()), None),
            None => (Some(format!("{:?}", error.kind()).into()), None),
        }
    }
}
