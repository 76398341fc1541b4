//! Runs statements of any text by the bare client; an error is one line, so that a test can compare it.

use futures_util::future::BoxFuture;
use ydb::{ResultSet, TxMode, Value, YdbError, YdbIssue, YdbResult};
use ydb_embedded::PartitionStats;

use super::Database;

impl Database {
    /// Runs a statement that has no parameters.
    pub fn try_run<'a>(&'a self, text: &'a str) -> BoxFuture<'a, Result<(), String>> {
        Box::pin(async move { reported(self.q().exec(text).await) })
    }

    /// Runs a statement with parameters in a mode, and returns its rows, if it has any.
    pub fn try_query<'a>(
        &'a self,
        mode: TxMode,
        text: &'a str,
        params: Vec<(String, Value)>,
    ) -> BoxFuture<'a, Result<Option<ResultSet>, String>> {
        let run = async move {
            let mut client = self.q();
            let query = params
                .into_iter()
                .fold(client.query(text).with_tx_mode(mode), |query, (name, value)| query.param(name, value));
            let mut results = query.await?;
            let rows = results.next_result_set().await?;
            // A stream that is not closed costs its session.
            results.close().await?;
            Ok(rows)
        };
        Box::pin(async move { reported(run.await) })
    }

    /// Returns the engine's partitions of a table in the order of its key; for embedded databases only.
    pub fn partition_stats(&self, table: &str) -> Vec<PartitionStats> {
        self.server.as_ref().unwrap().partition_stats(table).unwrap()
    }
}

/// Formats an error with all its messages in one line.
fn reported<T>(result: YdbResult<T>) -> Result<T, String> {
    fn messages(issues: &[YdbIssue]) -> String {
        issues.iter().map(|issue| format!(" > {}{}", issue.message, messages(&issue.issues))).collect()
    }
    result.map_err(|error| match error {
        YdbError::YdbStatusError(error) => format!("{}{}", error.operation_status, messages(&error.issues)),
        other => format!("{other:?}"),
    })
}
