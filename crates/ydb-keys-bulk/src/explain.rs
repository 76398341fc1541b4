//! The plan of a query. The crate `ydb` does not ask for it.

use std::time::Duration;

use ydb::YdbError;
use ydb_grpc::ydb_proto::query::execute_query_request::Query;
use ydb_grpc::ydb_proto::query::{ExecMode, ExecuteQueryRequest, QueryContent, StatsMode, Syntax};

use super::connection::Connection;
use super::retry::{Backoff, is_retried};

/// How long a request is repeated.
const PATIENCE: Duration = Duration::from_secs(30);

/// The plan of a query as JSON; `None` for a text that has none, such as a change of the schema. The query does not run.
///
/// # Errors
/// The client's: the database does not compile the text.
pub async fn explained(connection: &Connection, text: String) -> Result<Option<String>, YdbError> {
    let request = ExecuteQueryRequest {
        exec_mode: ExecMode::Explain as i32,
        query: Some(Query::QueryContent(QueryContent { syntax: Syntax::YqlV1 as i32, text })),
        stats_mode: StatsMode::Full as i32,
        ..ExecuteQueryRequest::default()
    };
    let mut backoff = Backoff::new(Some(PATIENCE));
    loop {
        match attempt(connection, request.clone()).await {
            Err(error) if is_retried(&error) && backoff.wait().await => {}
            answer => return answer,
        }
    }
}

async fn attempt(connection: &Connection, request: ExecuteQueryRequest) -> Result<Option<String>, YdbError> {
    let mut answers = connection.query(request).await?;
    let mut plan = None;
    while let Some(answer) = answers.next().await? {
        plan = answer.exec_stats.map(|stats| stats.query_plan).filter(|plan| !plan.is_empty()).or(plan);
    }
    Ok(plan)
}
