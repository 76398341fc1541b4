//! Task that reads a part: it sends requests one after the other, each after the last row that arrived.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::mpsc::Sender;
use tracing::debug;
use ydb::YdbError;
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

use crate::connection::{Connection, names};
use crate::decode::{Part, Reader};
use crate::proto;
use crate::retry::{Backoff, is_retried};

/// Approximate bytes that one request reads.
const BYTES: u64 = 32 << 20;

/// Most rows that one request reads.
const MOST: u64 = 100_000;

/// Rows of the first request, when the size of a row is not yet known.
const FIRST: u64 = 10_000;

/// Approximate bytes of one message. A stream holds messages in memory.
const MESSAGE: i64 = 1 << 20;

/// Settings of an export, shared by all parts.
#[derive(Clone, Debug)]
pub(super) struct Settings {
    pub(super) connection: Connection,
    /// Rows that one request reads; `None` to choose by the size of rows.
    pub(super) batch: Option<u64>,
    /// Time for which a request is repeated without getting a row.
    pub(super) timeout: Option<Duration>,
    /// `true` if results are requested as YDB's own values: the caller chose them, or YDB sends nothing else.
    pub(super) plain: Arc<AtomicBool>,
}

/// Source of rows: the statements of an export, and the reader of their answers.
pub(super) trait Source: Send + 'static {
    fn path(&self) -> &str;

    /// Returns the most rows that are read; `None` without a limit.
    fn most(&self) -> Option<u64>;

    /// Returns `true` if only stale reads see the rows.
    fn is_stale(&self) -> bool;

    /// Returns the statement for the next `rows` rows, with its parameters.
    fn next(&self, rest: &Rest, rows: u64) -> Result<(String, HashMap<String, TypedValue>)>;

    /// Returns the rows that remain after all rows of `rest` are read.
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
    /// Rows that remain to be read.
    pub(super) rest: Rest,
    pub(super) parts: Sender<Handed>,
}

/// Message from the task to its stream. If neither `End` nor `Failed` comes, the task was stopped.
pub(super) enum Handed {
    Part(Part),
    Failed(Error),
    End,
}

/// Result of one attempt of a request.
enum Attempt {
    /// The request was answered completely, with this many rows.
    Whole(u64),
    /// The request failed. The flag is `true` if a row had arrived.
    Broken(YdbError, bool),
    /// The stream was dropped, so nobody takes the rows.
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
        // The send fails if the stream was dropped.
        let _ = self.parts.send(last).await;
    }

    /// Reads all rows of the part. Returns `false` if the stream was dropped before the end.
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

    /// Sends a request for the next rows once, and hands its rows over.
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
        // Without a transaction mode, YDB reads a snapshot.
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

/// Measured size of rows.
#[derive(Default)]
struct Size {
    seen: u64,
    /// Rows of the last part.
    rows: u64,
    bytes: u64,
}

impl Size {
    fn saw(&mut self, part: &Part) {
        (self.rows, self.bytes) = (part.len() as u64, part.bytes());
        self.seen += self.rows;
    }

    /// Returns the number of rows that the next request should read.
    fn rows(&self) -> u64 {
        match (self.rows, self.bytes) {
            (0, _) => FIRST,
            (rows, bytes) => (BYTES.saturating_mul(rows) / bytes.max(1)).clamp(1, MOST),
        }
    }
}

/// Returns `true` if YDB refuses to answer in Arrow. Releases that know the field refuse it unless a feature flag is
/// on, as it is from 26.2 on. Earlier releases ignore the field and answer with values.
fn refuses_arrow(error: &YdbError) -> bool {
    has_status(error, &[BAD_REQUEST]) && names(error, "Arrow result set format")
}

#[cfg(test)]
mod tests {
    use ydb::{YdbIssue, YdbStatusError};

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

    /// YDB's message while the feature flag is off.
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
