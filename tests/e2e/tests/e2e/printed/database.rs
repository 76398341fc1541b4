//! Embedded engine that runs statements by the bare client, with or without parameters.

use ydb::{ResultSet, TxMode, Value};
use ydb_embedded::{PartitionStats, Server};
use ydb_keys::Statement;
use ydb_keys::statements::{ParamType, ParamValue};

use super::values::{list, typed};

/// Database that is gone at the end of a test.
pub(crate) struct Database(e2e_tests::Database);

impl Database {
    pub(crate) async fn start() -> Self {
        Self(e2e_tests::Database::embedded().await)
    }

    /// Opens the database of a server with other settings.
    pub(crate) async fn of(server: Server) -> Self {
        Self(e2e_tests::Database::on(server).await)
    }

    /// Returns the partitions of a table in the order of its key.
    pub(crate) fn partitions(&self, table: &str) -> Vec<PartitionStats> {
        self.0.partition_stats(table)
    }

    /// Runs a statement that has no parameters.
    pub(crate) async fn run(&self, text: &str) -> Result<(), String> {
        self.0.try_run(text).await
    }

    /// Runs a statement with parameters, and returns its rows, if it has any.
    pub(crate) async fn rows(&self, text: &str, params: Vec<(String, Value)>) -> Result<Option<ResultSet>, String> {
        self.rows_in(TxMode::Implicit, text, params).await
    }

    /// Runs a statement with parameters in another mode: an asynchronous index is read in stale reads only.
    pub(crate) async fn rows_in(
        &self,
        mode: TxMode,
        text: &str,
        params: Vec<(String, Value)>,
    ) -> Result<Option<ResultSet>, String> {
        self.0.try_query(mode, text, params).await
    }

    /// Runs a statement of ydb-keys.
    pub(crate) async fn statement(&self, statement: &Statement<'_>) -> Result<Option<ResultSet>, String> {
        self.statement_in(TxMode::Implicit, statement).await
    }

    /// Runs a statement of ydb-keys in another mode.
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
