//! A query's results as a stream of messages, which are made as the client takes them.
//!
//! ```text
//! Running --> Offloaded --message--> Running --> .. --last message--> Over
//!    |          |
//!    +--error---+--> Refused --one message with the error--> Over
//! ```
//!
//! - The engine returns rows in parts, and a part is divided into messages of at most a megabyte, or of the size that
//!   the client asks for. In Arrow's format ([`arrow`]) a message has one batch, with the rows of several parts if they
//!   fit.
//! - Nothing is computed ahead. The query continues only when the client asks for a message, so no messages pile up for
//!   a slow client. If the client goes away, the stream and its query are dropped.
//! - The first message names the transaction that stays open; the last one contains the statistics.
//! - A message is made on another thread ([`offload`]), unless the query is so short that moving it would take longer.
//! - Between two messages the stream yields once, so that a long result does not keep its thread from other tasks.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use prost::Message;
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;
use tokio_stream::Stream;
use ydb_grpc::ydb_proto::formats::ArrowFormatMeta;
use ydb_grpc::ydb_proto::query::{
    ExecMode, ExecuteQueryRequest, ExecuteQueryResponsePart, SchemaInclusionMode, StatsMode, TransactionMeta,
};
use ydb_grpc::ydb_proto::result_set::Format;
use ydb_grpc::ydb_proto::table_stats::{OperationStats, QueryPhaseStats, QueryStats as SentStats, TableAccessStats};
use ydb_grpc::ydb_proto::{Column, ResultSet};

use super::plan::plan_json;
use crate::error::{Error, Result, Status};
use crate::session::{Execution, Part, Release};
use crate::types::Row;
use crate::wire::faults::Call;
use crate::wire::gate::{Ending, Gate, Offloaded, broken, injected, offload};
use crate::wire::reply::{Reply, bad, warnings};
use crate::wire::{arrow, convert};
use crate::work::Stop;

pub(crate) struct Parts {
    gate: Gate,
    text: Option<String>,
    state: PartsState,
    stop: Stop,
    sent: usize,
    /// Number of messages after which the connection breaks.
    breaks: Option<usize>,
    /// `true` if the stream must yield before the next message.
    resting: bool,
}

enum PartsState {
    Running(Box<RunningQuery>),
    /// The next message is being made on another thread.
    Offloaded(Offloaded<(Box<RunningQuery>, Result<Option<ExecuteQueryResponsePart>>)>),
    Refused(Error),
    Over,
}

impl Parts {
    pub(super) fn new(gate: &Gate, execution: Execution, form: Form, text: String, ending: Option<Ending>) -> Self {
        let runs = gate.engine.config().behavior.cancelled_statements_run;
        let stop = Stop::new(gate.engine.clock()).firm(runs && execution.changes());
        let breaks = match ending {
            Some(Ending::BreakAfter(messages)) => Some(messages),
            _ => None,
        };
        let run = RunningQuery {
            form,
            begun: Vec::new(),
            tx_id: execution.tx_id().map(str::to_owned),
            execution,
            left: None,
            answered: false,
            ended: false,
            over: false,
            hidden: match ending {
                Some(Ending::Status(status)) => Some(status),
                _ => None,
            },
        };
        let state = PartsState::Running(Box::new(run));
        Self { gate: gate.clone(), text: Some(text), state, stop, sent: 0, breaks, resting: false }
    }

    pub(super) fn refused(gate: &Gate, error: Error, text: Option<&str>) -> Self {
        let (gate, text, state) = (gate.clone(), text.map(str::to_owned), PartsState::Refused(error));
        Self { gate, text, state, stop: Stop::default(), sent: 0, breaks: None, resting: false }
    }

    fn message(&mut self, cx: &mut Context<'_>) -> Poll<Option<ExecuteQueryResponsePart>> {
        loop {
            let (run, message) = match std::mem::replace(&mut self.state, PartsState::Over) {
                PartsState::Running(mut run) => match self.gate.engine.admit(&run.execution) {
                    Some(_permit) => {
                        let message = run.message();
                        (run, message)
                    }
                    None => {
                        let make = move || {
                            let message = run.message();
                            (run, message)
                        };
                        self.state = PartsState::Offloaded(offload(&self.stop, make));
                        continue;
                    }
                },
                PartsState::Offloaded(mut work) => match Pin::new(&mut work).poll(cx) {
                    Poll::Ready(Ok(made)) => made,
                    Poll::Ready(Err(error)) => {
                        self.state = PartsState::Refused(error);
                        continue;
                    }
                    Poll::Pending => {
                        self.state = PartsState::Offloaded(work);
                        return Poll::Pending;
                    }
                },
                PartsState::Refused(error) => {
                    self.gate.refused(Call::ExecuteQuery, &error, self.text.as_deref());
                    return Poll::Ready(Some(ExecuteQueryResponsePart::bad(&error)));
                }
                PartsState::Over => return Poll::Ready(None),
            };
            match message {
                Ok(Some(message)) => {
                    self.state = if run.over { PartsState::Over } else { PartsState::Running(run) };
                    return Poll::Ready(Some(message));
                }
                Ok(None) => return Poll::Ready(None),
                Err(error) => self.state = PartsState::Refused(error),
            }
        }
    }

    /// Ends the rest of the query. That may take long: a rollback frees the writes, and with
    /// [`Behavior::cancelled_statements_run`](crate::Behavior) a write continues to its end.
    fn give_up(&mut self) {
        let state = std::mem::replace(&mut self.state, PartsState::Over);
        self.stop.cancel();
        let Ok(runtime) = Handle::try_current() else { return };
        match state {
            PartsState::Running(run) if self.gate.engine.admit(&run.execution).is_none() => {
                drop(runtime.spawn_blocking(move || drop(run)));
            }
            PartsState::Offloaded(work) => drop(runtime.spawn(async move {
                if let Ok(made) = work.await {
                    spawn_blocking(move || drop(made));
                }
            })),
            _ => {}
        }
    }
}

/// A running query and the state of its messages.
struct RunningQuery {
    execution: Execution,
    form: Form,
    /// For each result set: `true` if its columns were sent.
    begun: Vec<bool>,
    tx_id: Option<String>,
    /// A part, and the position of its first row that is still to be sent.
    left: Option<(Part, usize)>,
    /// `true` if a message has been made.
    answered: bool,
    /// `true` if the execution has no more rows.
    ended: bool,
    over: bool,
    /// Injected status that hides the results; the work is done nevertheless.
    hidden: Option<Status>,
}

impl RunningQuery {
    fn message(&mut self) -> Result<Option<ExecuteQueryResponsePart>> {
        if let Some(status) = self.hidden {
            while self.execution.next()?.is_some() {}
            return Err(injected(status));
        }
        let left = match self.left.take() {
            Some(left) => Some(left),
            None => self.next()?.map(|part| (part, 0)),
        };
        let Some((mut part, from)) = left else {
            self.over = true;
            return Ok(self.last());
        };
        let message = match self.form.arrow.clone() {
            Some(options) => self.batch(&mut part, from, &options)?,
            None => {
                let (rows, to) = self.rows(&part, from);
                let set = ResultSet { columns: self.columns(&part).unwrap_or_default(), rows, ..Default::default() };
                let message = self.part(part.result_set, set);
                self.left = (to < part.rows.len()).then_some((part, to));
                message
            }
        };
        self.answered = true;
        Ok(Some(message))
    }

    /// Returns the execution's next rows. Returns `None` at its end, and for every call after that.
    fn next(&mut self) -> Result<Option<Part>> {
        let part = if self.ended { None } else { self.execution.next()? };
        self.ended = part.is_none();
        Ok(part)
    }

    /// Returns the next message with a batch. The batch has as many rows as a message may have, because a batch of few
    /// rows is mostly overhead.
    fn batch(
        &mut self,
        part: &mut Part,
        from: usize,
        options: &arrow::ArrowOptions,
    ) -> Result<ExecuteQueryResponsePart> {
        let mut more = std::mem::take(&mut part.rows).split_off(from);
        let (mut rows, mut bytes) = (Vec::new(), 0);
        loop {
            let fits = |row: &Row| {
                bytes += arrow::weight(row);
                bytes <= self.form.bytes
            };
            let fitting = more.iter().map(fits).take_while(|fits| *fits).count().max(usize::from(rows.is_empty()));
            let rest = more.split_off(fitting.min(more.len()));
            rows.append(&mut more);
            if !rest.is_empty() {
                self.left = Some((Part { rows: rest, ..part.clone() }, 0));
                break;
            }
            match self.next()? {
                Some(next) if next.result_set == part.result_set => more = next.rows,
                next => {
                    self.left = next.map(|next| (next, 0));
                    break;
                }
            }
        }
        let columns = self.columns(part);
        let (data, schema) = arrow::batch(&rows, &part.columns, columns.is_some(), options)?;
        let arrow_format_meta = Some(ArrowFormatMeta { schema });
        let set = ResultSet { columns: columns.unwrap_or_default(), data, arrow_format_meta, ..Default::default() };
        Ok(self.part(part.result_set, set))
    }

    /// Returns the rows of the next message, and the position of the first row after them.
    fn rows(&self, part: &Part, from: usize) -> (Vec<ydb_grpc::ydb_proto::Value>, usize) {
        let (mut rows, mut bytes) = (Vec::new(), 0);
        for row in part.rows.get(from..).unwrap_or_default() {
            let row = convert::row(row, part.columns.iter().map(|(_, ty)| ty));
            let len = row.encoded_len();
            if !rows.is_empty() && bytes + len > self.form.bytes {
                break;
            }
            bytes += len;
            rows.push(row);
        }
        let to = from + rows.len();
        (rows, to)
    }

    /// Returns the columns of a part, if its message names them.
    fn columns(&mut self, part: &Part) -> Option<Vec<Column>> {
        if self.begun.len() <= part.result_set {
            self.begun.resize(part.result_set + 1, false);
        }
        let first = !std::mem::replace(&mut self.begun[part.result_set], true);
        (first || self.form.repeat_columns).then(|| columns(part))
    }

    fn part(&mut self, index: usize, set: ResultSet) -> ExecuteQueryResponsePart {
        ExecuteQueryResponsePart {
            result_set_index: i64::try_from(index).unwrap_or_default(),
            result_set: Some(ResultSet { format: self.form.format as i32, ..set }),
            tx_meta: self.tx_meta(),
            ..ExecuteQueryResponsePart::good(Default::default())
        }
    }

    /// Returns the last message, if there is anything left to report. A stream has at least one message.
    fn last(&mut self) -> Option<ExecuteQueryResponsePart> {
        let tx_meta = self.tx_meta();
        let exec_stats = self.form.stats.then(|| stats(&self.execution, self.form.plan));
        let issues = warnings(&self.execution.plan.warnings);
        let needed = !self.answered || tx_meta.is_some() || exec_stats.is_some() || !issues.is_empty();
        needed.then(|| ExecuteQueryResponsePart {
            tx_meta,
            exec_stats,
            issues,
            ..ExecuteQueryResponsePart::good(Default::default())
        })
    }

    /// Returns the transaction that stays open, but only once.
    fn tx_meta(&mut self) -> Option<TransactionMeta> {
        self.tx_id.take().map(|id| TransactionMeta { id })
    }
}

impl Stream for Parts {
    type Item = std::result::Result<ExecuteQueryResponsePart, tonic::Status>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if std::mem::take(&mut self.resting) {
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        if self.breaks.is_some_and(|messages| self.sent >= messages) {
            self.breaks = None;
            self.give_up();
            return Poll::Ready(Some(Err(broken())));
        }
        self.message(cx).map(|message| {
            match message {
                Some(_) => self.sent += 1,
                // Nothing breaks after the end.
                None => self.breaks = None,
            }
            self.resting = !matches!(self.state, PartsState::Over);
            message.map(Ok)
        })
    }
}

impl Drop for Parts {
    fn drop(&mut self) {
        self.give_up();
    }
}

pub(crate) fn columns(part: &Part) -> Vec<Column> {
    part.columns.iter().map(|(name, ty)| convert::column(name, ty)).collect()
}

/// Returns an execution's statistics; with its plan and syntax tree if `plan`.
pub(crate) fn stats(execution: &Execution, plan: bool) -> SentStats {
    let stats = execution.stats();
    let access = |rows, bytes| Some(OperationStats { rows, bytes }).filter(|of| of.rows + of.bytes > 0);
    let tables = stats.tables.iter().map(|(path, usage, partitions)| TableAccessStats {
        name: path.to_string(),
        reads: access(usage.read_rows, usage.read_bytes),
        updates: access(usage.updated_rows, usage.updated_bytes),
        deletes: access(usage.deleted_rows, 0),
        partitions_count: *partitions,
    });
    let phase = QueryPhaseStats {
        duration_us: stats.cpu_us,
        affected_shards: stats.tables.iter().map(|(.., partitions)| partitions).sum(),
        table_access: tables.collect(),
        ..Default::default()
    };
    SentStats {
        query_phases: vec![phase],
        process_cpu_time_us: stats.cpu_us,
        query_plan: if plan { plan_json(&execution.planned()) } else { String::new() },
        query_ast: if plan { ast(&execution.text) } else { String::new() },
        total_duration_us: stats.duration_us,
        total_cpu_time_us: stats.cpu_us,
        ..Default::default()
    }
}

/// Size in bytes of a message's rows, unless the client asks for another size. A single row may exceed it.
const PART_BYTES: usize = 1 << 20;

/// Form of the messages that the client asks for.
#[derive(Clone, Debug)]
pub(super) struct Form {
    /// Largest number of bytes of rows in a message.
    pub bytes: usize,
    /// `true` if each message repeats the columns, as YDB does by default.
    pub repeat_columns: bool,
    /// Format of rows that the messages name.
    pub format: Format,
    /// Write options of batches, for rows in Arrow's format.
    pub arrow: Option<Arc<arrow::ArrowOptions>>,
    /// `true` if the client wants statistics at the end.
    pub stats: bool,
    /// `true` if the statistics contain the plan.
    pub plan: bool,
}

impl Form {
    /// Returns the form that a request asks for, as far as a release supports it: the fields came with 25.3 (YDB's pull
    /// request 22025), and Arrow is on by default since 26.2 (40980).
    ///
    /// Fails with BAD_REQUEST if the release does not return results in Arrow's format, and like [`arrow::options`].
    pub(super) fn of(request: &ExecuteQueryRequest, release: Release) -> Result<Self> {
        let knows = release >= Release::V25_4;
        let wants_arrow = knows && request.result_set_format == Format::Arrow as i32;
        if wants_arrow && release < Release::V26_2 {
            return Err(bad(
                "Arrow result set format is not enabled. Please set EnableArrowResultSetFormat feature flag to \
                 true.",
            ));
        }
        let arrow =
            if wants_arrow { Some(Arc::new(arrow::options(request.arrow_format_settings.as_ref())?)) } else { None };
        let format = match (knows, wants_arrow) {
            (true, true) => Format::Arrow,
            (true, false) => Format::Value,
            (false, _) => Format::Unspecified,
        };
        let explain = request.exec_mode == ExecMode::Explain as i32;
        let plan =
            explain || [StatsMode::Full, StatsMode::Profile].map(|mode| mode as i32).contains(&request.stats_mode);
        Ok(Self {
            bytes: usize::try_from(request.response_part_limit_bytes)
                .ok()
                .filter(|&n| n > 0)
                .unwrap_or(PART_BYTES)
                .min(PART_BYTES * 48),
            repeat_columns: !knows || request.schema_inclusion_mode != SchemaInclusionMode::FirstOnly as i32,
            format,
            arrow,
            stats: plan || request.stats_mode == StatsMode::Basic as i32,
            plan,
        })
    }
}

/// Returns the syntax tree for the statistics. In YDB it is the translated query, which changes with each release; here
/// it is one node that contains the text as a string. Clients can rely only on an s-expression that is not empty.
pub(crate) fn ast(text: &str) -> String {
    format!("(\n(return (String '{text:?}))\n)\n")
}
