//! A server with a client, and statements run by it.

use ydb::{Client, ClientBuilder, ResultSet, TxMode, Value, YdbError, YdbIssue, YdbResult};
use ydb_embedded::{Behavior, PartitionStats, Server};
use ydb_keys::Statement;
use ydb_keys::statements::{ParamType, ParamValue};

use crate::values::{list, typed};

/// A database that is gone at the end of a test.
pub(crate) struct Database {
    client: Client,
    server: Server,
}

impl Database {
    pub(crate) async fn start() -> Self {
        let server = Server::builder().behavior(Behavior::strict()).start().await.unwrap();
        Self::of(server).await
    }

    /// The database of a server with settings of its own.
    pub(crate) async fn of(server: Server) -> Self {
        let client = ClientBuilder::new_from_connection_string(server.connection_string()).unwrap();
        Self { client: client.build().await.unwrap(), server }
    }

    /// The partitions of a table in the order of its key.
    pub(crate) fn partitions(&self, table: &str) -> Vec<PartitionStats> {
        self.server.partition_stats(table).unwrap()
    }

    /// Runs a statement that has no parameters.
    pub(crate) async fn run(&self, text: &str) -> Result<(), String> {
        reported(self.client.query_client().exec(text).await)
    }

    /// Runs a statement with parameters, and gives its rows, if it has any.
    pub(crate) async fn rows(&self, text: &str, params: Vec<(String, Value)>) -> Result<Option<ResultSet>, String> {
        self.rows_in(TxMode::Implicit, text, params).await
    }

    /// The same in a mode of its own: an asynchronous index is read in stale reads only.
    pub(crate) async fn rows_in(
        &self,
        mode: TxMode,
        text: &str,
        params: Vec<(String, Value)>,
    ) -> Result<Option<ResultSet>, String> {
        let mut client = self.client.query_client();
        let query = params
            .into_iter()
            .fold(client.query(text).with_tx_mode(mode), |query, (name, value)| query.param(name, value));
        let run = async {
            let mut results = query.await?;
            let rows = results.next_result_set().await?;
            // A stream that is not closed costs its session.
            results.close().await?;
            Ok(rows)
        };
        reported(run.await)
    }

    /// Runs a statement of ydb-keys.
    pub(crate) async fn statement(&self, statement: &Statement<'_>) -> Result<Option<ResultSet>, String> {
        self.statement_in(TxMode::Implicit, statement).await
    }

    /// Runs a statement of ydb-keys in a mode of its own.
    pub(crate) async fn statement_in(
        &self,
        mode: TxMode,
        statement: &Statement<'_>,
    ) -> Result<Option<ResultSet>, String> {
        let params = statement.params().map(|param| {
            let value = match (param.ty, param.value) {
                (ParamType::One { ty, optional }, ParamValue::One(value)) => typed(&ty.to_string(), *optional, value),
                (ParamType::Rows(members), ParamValue::Rows(rows)) => {
                    let members: Vec<_> =
                        members.iter().map(|m| (m.name.to_owned(), m.ty.to_string(), m.optional)).collect();
                    list(&members, rows)
                }
                other => panic!("{other:?}"),
            };
            (param.name.to_string(), value)
        });
        self.rows_in(mode, statement.text(), params.collect()).await
    }
}

/// An error with all its messages in one line.
fn reported<T>(result: YdbResult<T>) -> Result<T, String> {
    fn messages(issues: &[YdbIssue]) -> String {
        issues.iter().map(|issue| format!(" > {}{}", issue.message, messages(&issue.issues))).collect()
    }
    result.map_err(|error| match error {
        YdbError::YdbStatusError(error) => format!("{}{}", error.operation_status, messages(&error.issues)),
        other => format!("{other:?}"),
    })
}
