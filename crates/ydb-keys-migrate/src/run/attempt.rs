//! Runs one step until it is done or cannot succeed.
//!
//! After an error, whatever it says, the table is described and planned again. The step is done if the new plan no
//! longer contains it and everything else in it is left over from the old plan. That covers a lost answer, and another
//! process that ran the same step first. If the step is still needed, a transient error is retried after a pause; every
//! other error is returned. The client itself retries nothing here: it would repeat the statement without looking at
//! the table.

use std::future::IntoFuture as _;
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use tokio::time::{sleep, timeout};
use ydb::{AlterTableRequest, Client, YdbError, YdbResult};
use ydb_keys::__internal::KeyChange;
use ydb_keys::__internal::status::{
    ABORTED, BAD_SESSION, OVERLOADED, SESSION_BUSY, SESSION_EXPIRED, UNAVAILABLE, grpc, has_grpc_code, has_status,
    is_unknown, rejection,
};
use ydb_keys::Layout;
use ydb_keys::schema::Store;
use ydb_keys_core::schema::path::TablePath;

use super::error::{Detail, MigrateError};
use super::plan::plan_table;
use super::rekey::fill_column;
use super::rest::is_rest_of;
use super::{Event, OnEvent};
use crate::diff::{Action, Step, TablePlan};

/// The pause doubles after each attempt, up to the longest; all pauses together take about five seconds.
const ATTEMPTS: u32 = 8;
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// How often [`Event::IndexBuilds`] is reported while a statement that builds an index runs.
const TICK: Duration = Duration::from_secs(1);

/// What is needed to run the steps of one table.
pub(super) struct Attempt<'a> {
    pub(super) client: &'a Client,
    /// The same client without retries: it returns every error.
    pub(super) no_retry: &'a Client,
    pub(super) table: &'a TablePlan,
    /// The number of steps of the tables before this one.
    pub(super) before: usize,
    /// The number of steps of the whole plan.
    pub(super) of: usize,
}

/// Runs the step at position `at` of the table's plan.
pub(super) async fn run_step(attempt: &Attempt<'_>, at: usize, on: &mut OnEvent<'_>) -> Result<(), MigrateError> {
    let Attempt { client, table, before, of, .. } = *attempt;
    let step = &table.steps[at];
    let mut pause = FIRST_PAUSE;
    for number in 1.. {
        let Err(source) = send(attempt, step, on).await else { break };
        // The table shows whether the step is done, whatever the error says: the answer may have been lost, or another
        // run may have done the step first.
        let now = plan_table(client, table.table, &table.path).await.ok();
        let is_needed = |of: &TablePlan, step: &Step| of.steps.iter().any(|other| other.action == step.action);
        let is_rest = now.as_ref().is_none_or(|now| is_rest_of(now, table));
        if is_rest && now.as_ref().is_some_and(|now| !is_needed(now, step)) {
            break;
        }
        if number == ATTEMPTS || !may_pass(&source) {
            let is_undone = |now: &TablePlan| table.steps[..at].iter().any(|step| is_needed(now, step));
            if !is_rest || now.as_ref().is_some_and(is_undone) {
                return Err(Detail::Changed { table: table.path.clone() }.into());
            }
            let (table, step) = (table.path.clone(), Box::new(step.clone()));
            return Err(Detail::Step { table, step, number: before + at + 1, of, source }.into());
        }
        sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
    Ok(())
}

/// Sends the request of a step.
async fn send(attempt: &Attempt<'_>, step: &Step, on: &mut OnEvent<'_>) -> YdbResult<()> {
    let path = attempt.table.path.as_str();
    match &step.action {
        Action::Statement { statement, .. } => {
            let mut queries = attempt.no_retry.query_client();
            let mut call = queries.exec(statement.as_str()).idempotent(false).into_future();
            let begun = Instant::now();
            loop {
                match timeout(TICK, &mut call).await {
                    Ok(answer) => return answer,
                    Err(_) => {
                        if let Some(index) = step.action.builds_index() {
                            on(Event::IndexBuilds { table: path, index, since: begun.elapsed() });
                        }
                    }
                }
            }
        }
        Action::FillColumn { column, .. } => fill_column(attempt.client, attempt.table.table, path, column, on).await,
        Action::WriteLayout { layout } => {
            let path = TablePath::new(&attempt.client.database(), path);
            if attempt.table.table.store == Store::Column {
                return Ok(KeyChange::store_layout(attempt.client, &path, layout).await?);
            }
            let request = AlterTableRequest::new(path.absolute()).alter_attribute(Layout::ATTRIBUTE, layout.as_str());
            let tables = attempt.no_retry.table_client();
            let call: BoxFuture<'_, YdbResult<()>> = tables.alter_table(request).into_future();
            call.await
        }
        // `apply` waits for the index after this step.
        Action::AwaitIndex { .. } => Ok(()),
    }
}

/// Whether the same request may succeed later: the errors that the client itself retries, and those that leave the
/// outcome unknown.
fn may_pass(error: &YdbError) -> bool {
    const PASSING: [i32; 6] = [ABORTED, UNAVAILABLE, OVERLOADED, BAD_SESSION, SESSION_EXPIRED, SESSION_BUSY];
    if rejection(error).is_some() {
        return false;
    }
    has_status(error, &PASSING)
        || has_grpc_code(error, &[grpc::RESOURCE_EXHAUSTED, grpc::ABORTED])
        || matches!(error, YdbError::TransportDial(_))
        || is_unknown(error)
}
