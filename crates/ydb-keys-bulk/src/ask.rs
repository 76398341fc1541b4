//! Queries of the user: reads rows of any columns as they arrive, and reads plans. The crate `ydb` does not show the
//! names of columns, keeps a whole result in memory, and asks for no plans.

use std::collections::HashMap;
use std::time::Duration;

use ydb::YdbError;
use ydb_grpc::ydb_proto::Column;
use ydb_grpc::ydb_proto::query::execute_query_request::Query;
use ydb_grpc::ydb_proto::query::transaction_control::TxSelector;
use ydb_grpc::ydb_proto::query::transaction_settings::TxMode;
use ydb_grpc::ydb_proto::query::{
    ExecMode, ExecuteQueryRequest, ExecuteQueryResponsePart, QueryContent, SnapshotModeSettings, StatsMode, Syntax,
    TransactionControl, TransactionSettings,
};
use ydb_keys::{Value, YdbType};

use crate::connection::{Answers, Connection};
use crate::proto::{type_from, value_from};
use crate::retry::retried;

/// Approximate bytes in one part of a result.
const PART: i64 = 1 << 20;

/// A running query.
pub struct Asked {
    answers: Answers<ExecuteQueryResponsePart>,
    columns: HashMap<i64, Vec<(String, YdbType)>>,
}

/// Some rows of one result of a query.
#[derive(Debug)]
pub struct AskedRows {
    /// Index of the result within the query, from 0.
    pub result: i64,
    /// Names of the result's columns.
    pub columns: Vec<String>,
    /// Rows; each has its values in the order of the columns.
    pub rows: Vec<Vec<Value<'static>>>,
}

/// Starts a query, without retries. Unless `writes` is `true`, the query runs in a snapshot in which YDB refuses
/// writes.
///
/// # Errors
/// The errors of the crate `ydb`.
pub async fn asked(connection: &Connection, text: String, writes: bool) -> Result<Asked, YdbError> {
    let snapshot = || TransactionControl {
        commit_tx: true,
        tx_selector: Some(TxSelector::BeginTx(TransactionSettings {
            tx_mode: Some(TxMode::SnapshotReadOnly(SnapshotModeSettings {})),
        })),
    };
    let request = ExecuteQueryRequest {
        exec_mode: ExecMode::Execute as i32,
        query: Some(Query::QueryContent(QueryContent { syntax: Syntax::YqlV1 as i32, text })),
        // Without a transaction mode, YDB also runs statements that cannot be a part of a transaction.
        tx_control: (!writes).then(snapshot),
        response_part_limit_bytes: PART,
        ..ExecuteQueryRequest::default()
    };
    Ok(Asked { answers: connection.query(request).await?, columns: HashMap::new() })
}

impl Asked {
    /// Returns the next rows; `None` after the last ones. A result without rows has one part with its columns.
    ///
    /// # Errors
    /// The errors of the crate `ydb`; `Convert` for a column whose type no column of a table can have.
    pub async fn next(&mut self) -> Result<Option<AskedRows>, YdbError> {
        while let Some(part) = self.answers.next().await? {
            let Some(set) = part.result_set else { continue };
            let result = part.result_set_index;
            if !set.columns.is_empty() {
                let columns = set.columns.into_iter().map(described).collect::<Result<Vec<_>, _>>()?;
                self.columns.insert(result, columns);
            }
            let malformed =
                || YdbError::Convert("the database has sent a row that does not fit its columns".to_owned());
            let columns = self.columns.get(&result).ok_or_else(malformed)?;
            let mut rows = Vec::with_capacity(set.rows.len());
            for row in &set.rows {
                if row.items.len() != columns.len() {
                    return Err(malformed());
                }
                let value = |(value, (_, ty)): (_, &(String, YdbType))| value_from(*ty, value).map(Value::into_owned);
                rows.push(row.items.iter().zip(columns).map(value).collect::<Option<_>>().ok_or_else(malformed)?);
            }
            return Ok(Some(AskedRows {
                result,
                columns: columns.iter().map(|(name, _)| name.clone()).collect(),
                rows,
            }));
        }
        Ok(None)
    }
}

fn described(column: Column) -> Result<(String, YdbType), YdbError> {
    let ty = column.r#type.as_ref().map_or(Err("no type"), type_from);
    let refused = |ty| {
        let name = &column.name;
        YdbError::Convert(format!(
            "the column `{name}` is of the type {ty}, which no table has: select its parts, or `Yson::SerializeJson(Yson::From({name}))`"
        ))
    };
    Ok((column.name.clone(), ty.map_err(refused)?))
}

/// Longest time for which a request is repeated.
const PATIENCE: Duration = Duration::from_secs(30);

/// Returns the plan of a query as JSON; `None` for a text without a plan, such as a change of the schema. The query
/// does not run.
///
/// # Errors
/// The errors of the crate `ydb`, for example if the database cannot compile the text.
pub async fn explained(connection: &Connection, text: String) -> Result<Option<String>, YdbError> {
    let request = ExecuteQueryRequest {
        exec_mode: ExecMode::Explain as i32,
        query: Some(Query::QueryContent(QueryContent { syntax: Syntax::YqlV1 as i32, text })),
        stats_mode: StatsMode::Full as i32,
        ..ExecuteQueryRequest::default()
    };
    let attempt = || async {
        let mut answers = connection.query(request.clone()).await?;
        let mut plan = None;
        while let Some(answer) = answers.next().await? {
            plan = answer.exec_stats.map(|stats| stats.query_plan).filter(|plan| !plan.is_empty()).or(plan);
        }
        Ok(plan)
    };
    retried(Some(PATIENCE), attempt).await
}
