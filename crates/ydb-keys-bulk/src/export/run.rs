//! The task of a part: requests one after the other, each after the last row that arrived.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::mpsc::Sender;
use tracing::debug;
use ydb::{YdbError, YdbIssue};
use ydb_grpc::ydb_proto::TypedValue;
use ydb_grpc::ydb_proto::query::execute_query_request::Query;
use ydb_grpc::ydb_proto::query::transaction_control::TxSelector;
use ydb_grpc::ydb_proto::query::transaction_settings::TxMode;
use ydb_grpc::ydb_proto::query::{
    ExecMode, ExecuteQueryRequest, QueryContent, SchemaInclusionMode, StaleModeSettings, Syntax, TransactionControl,
    TransactionSettings,
};
use ydb_grpc::ydb_proto::result_set::Format as Wanted;
use ydb_keys::__internal::Detail;
use ydb_keys::__internal::status::{BAD_REQUEST, CANCELLED, TIMEOUT, has_status};
use ydb_keys::statements::Select;
use ydb_keys::{Error, Result, YdbRow, YdbTable};
use ydb_keys_core::keys::Rest;
use ydb_keys_core::keys::sink::show_values;

use crate::connection::Connection;
use crate::decode::{Part, Reader};
use crate::proto;
use crate::retry::{Backoff, is_retried};

/// Bytes that one request reads, approximately.
const BYTES: u64 = 32 << 20;

/// Rows that one request reads at most.
const MOST: u64 = 100_000;

/// Rows of the first request, when their size is not yet known.
const FIRST: u64 = 10_000;

/// Bytes of one message, approximately; messages are what the stream holds in memory.
const MESSAGE: i64 = 1 << 20;

/// How a table is exported, the same for all parts.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) connection: Connection,
    /// Rows that one request reads, if the caller chooses.
    pub(super) batch: Option<u64>,
    /// How long a request is repeated without getting a row.
    pub(super) timeout: Option<Duration>,
    /// Whether results are requested as YDB's own values, because the caller wants them or YDB sends no others.
    pub(super) plain: Arc<AtomicBool>,
}

/// The rows that are read: their statements, and what is read of the answers.
pub(super) trait Source: Send + 'static {
    /// The path of the table.
    fn path(&self) -> &str;

    /// How many rows there are at most.
    fn most(&self) -> Option<u64>;

    /// Returns `true` if only stale reads see them.
    fn is_stale(&self) -> bool;

    /// The statement for this many of the next rows, with its parameters.
    fn next(&self, rest: &Rest, rows: u64) -> Result<(String, HashMap<String, TypedValue>)>;

    /// What is left after all rows of a rest are read.
    fn after(&self, rest: Rest) -> Result<Option<Rest>>;

    fn reader(&self) -> Reader;
}

impl<T: YdbTable, R: YdbRow> Source for Select<T, R> {
    fn path(&self) -> &str {
        self.path()
    }

    fn most(&self) -> Option<u64> {
        self.most()
    }

    /// YDB reads async indexes only in this mode.
    fn is_stale(&self) -> bool {
        self.async_index().is_some()
    }

    fn next(&self, rest: &Rest, rows: u64) -> Result<(String, HashMap<String, TypedValue>)> {
        proto::query(T::TABLE.name, self.next_of(rest, rows)?)
    }

    fn after(&self, rest: Rest) -> Result<Option<Rest>> {
        self.after_run(rest)
    }

    fn reader(&self) -> Reader {
        Reader::new::<R>(self.position_columns())
    }
}

/// A part of an export that is being read.
pub(super) struct Run<S> {
    pub(super) settings: Settings,
    pub(super) source: S,
    /// What is left.
    pub(super) rest: Rest,
    pub(super) parts: Sender<Handed>,
}

/// What the task hands over. If neither an end nor a failure comes, the task was stopped.
pub(super) enum Handed {
    Part(Part),
    Failed(Error),
    End,
}

/// How an attempt of a request ended.
enum Attempt {
    /// The request was answered completely, with this many rows.
    Whole(u64),
    /// The error, and whether any row arrived.
    Broken(YdbError, bool),
    /// Nobody takes the rows any more.
    Unwanted,
}

impl<S: Source> Run<S> {
    /// Reads the part to its end.
    pub(super) async fn run(mut self) {
        let last = match Box::pin(self.read()).await {
            Ok(true) => Handed::End,
            Ok(false) => return,
            Err(error) => Handed::Failed(error),
        };
        // Fails if nobody takes it.
        let _ = self.parts.send(last).await;
    }

    /// Returns `true` if the end was reached.
    async fn read(&mut self) -> Result<bool> {
        let mut left = self.source.most();
        let mut size = Size::default();
        let mut backoff = None;
        loop {
            let rows = self.settings.batch.unwrap_or_else(|| size.rows()).min(left.unwrap_or(u64::MAX));
            if rows == 0 {
                return Ok(true);
            }
            let before = size.seen;
            let attempt = self.attempt(rows, &mut size).await?;
            left = left.map(|left| left.saturating_sub(size.seen - before));
            match attempt {
                Attempt::Unwanted => return Ok(false),
                Attempt::Whole(read) => {
                    backoff = None;
                    if read < rows {
                        match self.source.after(std::mem::take(&mut self.rest))? {
                            Some(rest) => self.rest = rest,
                            None => return Ok(true),
                        }
                    }
                }
                Attempt::Broken(error, _) if refuses_arrow(&error) && self.asks_for_arrow() => {
                    self.settings.plain.store(true, Ordering::Relaxed);
                }
                Attempt::Broken(error, progress) => {
                    // After a time limit, the next request continues after the rows that arrived.
                    let repeated = is_retried(&error) || progress && has_status(&error, &[TIMEOUT, CANCELLED]);
                    if progress {
                        backoff = None;
                    }
                    let backoff = backoff.get_or_insert_with(|| Backoff::new(self.settings.timeout));
                    if !repeated || !backoff.wait().await {
                        return Err(self.stopped(error));
                    }
                    debug!(db.collection.name = self.source.path(), %error, "export request repeated");
                }
            }
        }
    }

    /// One attempt of a request for the next rows.
    async fn attempt(&mut self, rows: u64, size: &mut Size) -> Result<Attempt> {
        let request = self.request(rows)?;
        let mut reader = self.source.reader();
        let mut read = 0;
        let mut answers = match self.settings.connection.query(request).await {
            Ok(answers) => answers,
            Err(error) => return Ok(Attempt::Broken(error, false)),
        };
        loop {
            let set = match answers.next().await {
                Ok(Some(answer)) => answer.result_set,
                Ok(None) => return Ok(Attempt::Whole(read)),
                Err(error) => return Ok(Attempt::Broken(error, read > 0)),
            };
            let Some(part) = set.map(|set| reader.part(set)).transpose()?.flatten() else { continue };
            read += part.len() as u64;
            size.saw(&part);
            self.rest.after = Some(part.position(part.len() - 1));
            if self.parts.send(Handed::Part(part)).await.is_err() {
                return Ok(Attempt::Unwanted);
            }
        }
    }

    fn asks_for_arrow(&self) -> bool {
        !self.settings.plain.load(Ordering::Relaxed)
    }

    fn request(&self, rows: u64) -> Result<ExecuteQueryRequest> {
        let (text, parameters) = self.source.next(&self.rest, rows)?;
        let format = if self.asks_for_arrow() { Wanted::Arrow } else { Wanted::Value };
        // Without a mode YDB reads a snapshot.
        let stale = || TransactionControl {
            commit_tx: true,
            tx_selector: Some(TxSelector::BeginTx(TransactionSettings {
                tx_mode: Some(TxMode::StaleReadOnly(StaleModeSettings {})),
            })),
        };
        Ok(ExecuteQueryRequest {
            exec_mode: ExecMode::Execute as i32,
            query: Some(Query::QueryContent(QueryContent { syntax: Syntax::YqlV1 as i32, text })),
            parameters,
            tx_control: self.source.is_stale().then(stale),
            response_part_limit_bytes: MESSAGE,
            schema_inclusion_mode: SchemaInclusionMode::FirstOnly as i32,
            result_set_format: format as i32,
            ..ExecuteQueryRequest::default()
        })
    }

    #[cold]
    fn stopped(&self, source: YdbError) -> Error {
        Detail::export_stopped(self.source.path(), self.rest.after.as_deref().map(show_values), source)
    }
}

/// How large rows are.
#[derive(Default)]
struct Size {
    seen: u64,
    /// Of the last part.
    rows: u64,
    bytes: u64,
}

impl Size {
    fn saw(&mut self, part: &Part) {
        (self.rows, self.bytes) = (part.len() as u64, part.bytes());
        self.seen += self.rows;
    }

    /// How many of them one request reads.
    fn rows(&self) -> u64 {
        match (self.rows, self.bytes) {
            (0, _) => FIRST,
            (rows, bytes) => (BYTES.saturating_mul(rows) / bytes.max(1)).clamp(1, MOST),
        }
    }
}

/// Returns `true` if YDB does not answer in Arrow: releases that know the field refuse it unless it is switched on,
/// which it is from 26.2 on. Earlier releases answer with values.
fn refuses_arrow(error: &YdbError) -> bool {
    fn names_arrow(issue: &YdbIssue) -> bool {
        issue.message.contains("Arrow result set format") || issue.issues.iter().any(names_arrow)
    }
    has_status(error, &[BAD_REQUEST])
        && matches!(error, YdbError::YdbStatusError(status) if status.issues.iter().any(names_arrow))
}

#[cfg(test)]
mod tests {
    use ydb::YdbStatusError;

    use super::*;

    #[test]
    fn requests_are_of_about_32_megabytes() {
        let of = |rows, bytes| Size { seen: rows, rows, bytes }.rows();
        assert_eq!(Size::default().rows(), 10_000);
        assert_eq!(of(10_000, 1 << 20), 100_000);
        assert_eq!(of(1_000, 1 << 20), 32_000);
        assert_eq!(of(1, 8 << 20), 4);
        assert_eq!(of(1, 60 << 20), 1);
        assert_eq!(of(5, 0), 100_000);
    }

    /// YDB's words with the flag off.
    #[test]
    fn a_release_without_arrow_is_recognized() {
        let refused = |status, text: &str| {
            let (mut error, mut issue) = (YdbStatusError::default(), YdbIssue::default());
            text.clone_into(&mut issue.message);
            (error.operation_status, error.issues) = (status, vec![issue]);
            YdbError::YdbStatusError(error)
        };
        let words =
            "Arrow result set format is not enabled. Please set EnableArrowResultSetFormat feature flag to true.";
        assert!(refuses_arrow(&refused(BAD_REQUEST, words)));
        assert!(!refuses_arrow(&refused(TIMEOUT, words)));
        assert!(!refuses_arrow(&refused(BAD_REQUEST, "Unexpected query mode")));
        assert!(!refuses_arrow(&YdbError::DeadlineExceeded));
    }
}
