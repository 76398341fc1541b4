//! Execution of one step until it is done or cannot succeed, and the wait for an index.
//!
//! After any error, the table is described and planned again. The step is done if the new plan no longer contains it
//! and everything else in it is left over from the old plan. This covers a lost answer, and another process that ran
//! the same step first. If the step is still needed, a transient error is retried after a pause; every other error is
//! returned. The client itself retries nothing here: it would repeat the statement without looking at the table.

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

use super::describe::describe;
use super::error::{Detail, MigrateError};
use super::plan::plan_table;
use super::rekey::fill_column;
use super::{Event, OnEvent};
use crate::diff::{Action, Difference, Effect, Step, TablePlan};

/// Greatest number of attempts. The pause doubles after each attempt, up to the longest; all pauses together take about
/// five seconds.
const ATTEMPTS: u32 = 8;
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// Interval at which [`Event::IndexBuilds`] is reported while a statement that builds an index runs.
const TICK: Duration = Duration::from_secs(1);

/// State for running the steps of one table.
pub(super) struct Attempt<'a> {
    pub(super) client: &'a Client,
    /// Client that does not retry: it returns every error.
    pub(super) no_retry: &'a Client,
    pub(super) table: &'a TablePlan,
    /// Number of steps of the tables before this one.
    pub(super) before: usize,
    /// Number of steps of the whole plan.
    pub(super) of: usize,
}

/// Runs the step at position `at` of the table's plan.
pub(super) async fn run_step(attempt: &Attempt<'_>, at: usize, on: &mut OnEvent<'_>) -> Result<(), MigrateError> {
    let Attempt { client, table, before, of, .. } = *attempt;
    let step = &table.steps[at];
    let mut pause = FIRST_PAUSE;
    for number in 1.. {
        let Err(source) = send(attempt, step, on).await else { break };
        // The table shows if the step is done; the error does not. The answer may have been lost, or another run may
        // have done the step first.
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

/// Returns `true` if the same request may succeed later: the errors that the client itself retries, and those that
/// leave the outcome unknown.
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

/// First pause. It is short, because the index of a small table is built at once.
const FIRST_WAIT: Duration = Duration::from_millis(20);
const LONGEST_WAIT: Duration = Duration::from_secs(1);

/// Describes the table repeatedly until the index is ready, without a limit of time.
pub(super) async fn wait_for_index(
    client: &Client,
    path: &str,
    index: &str,
    on: &mut OnEvent<'_>,
) -> Result<(), MigrateError> {
    let begun = Instant::now();
    let (mut pause, mut reported) = (FIRST_WAIT, 0);
    loop {
        let live = describe(client, path).await?;
        match live.as_ref().and_then(|live| live.index(index)) {
            Some(found) if found.ready => return Ok(()),
            Some(_) => {}
            None => return Err(Detail::IndexGone { table: path.to_owned(), index: index.to_owned() }.into()),
        }
        let since = begun.elapsed();
        if since.as_secs() > reported {
            reported = since.as_secs();
            on(Event::IndexBuilds { table: path, index, since });
        }
        sleep(pause).await;
        pause = (pause * 2).min(LONGEST_WAIT);
    }
}

/// Returns `true` if the steps that a table needs now (`now`) are the rest of `plan`: all of them are steps of `plan`.
/// Returns `false` if less could be compared now than when the plan was made.
///
/// Destructive steps may have been removed from the plan. If `plan` has none, destructive steps of `now` are ignored.
pub(super) fn is_rest_of(now: &TablePlan, plan: &TablePlan) -> bool {
    let known = |step: &Step| match &step.action {
        Action::AwaitIndex { index } => plan.steps.iter().any(|planned| awaits(planned, index)),
        action => plan.steps.iter().any(|planned| planned.action == *action),
    };
    // A missing table was not compared with anything.
    let compared = plan.differences.contains(&Difference::MissingTable)
        || now.not_compared.iter().all(|missed| plan.not_compared.contains(missed));
    let loses = plan.steps.iter().any(|step| step.effect == Effect::Destructive);
    let same = if loses { now.steps.iter().all(known) } else { now.additive().iter().all(known) };
    now.rekey.is_none() && compared && same
}

/// Returns `true` if the step is done when this index is built.
pub(super) fn awaits(step: &Step, name: &str) -> bool {
    step.action.builds_index() == Some(name)
}
