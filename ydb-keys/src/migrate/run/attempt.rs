//! One step, tried until it is done or hopeless.

use std::collections::HashMap;
use std::future::IntoFuture as _;
use std::time::{Duration, Instant};

use futures_util::future::BoxFuture;
use tokio::time::{sleep, timeout};
use ydb::{AlterTableRequest, Client, YdbError, YdbResult};

use super::plan::plan_table;
use super::rest::is_rest_of;
use super::{Event, MigrateError, OnEvent};
use crate::migrate::diff::{Action, Step, TablePlan};
use crate::schema::Layout;
use crate::schema::path::absolute;
use crate::sdk::executor::Executor;
use crate::sdk::options::Options;
use crate::sdk::params::Request;
use crate::sdk::status::{
    ABORTED, BAD_SESSION, OVERLOADED, SESSION_BUSY, SESSION_EXPIRED, UNAVAILABLE, grpc, has_grpc_code, has_status,
    is_unknown,
};

/// Pauses between attempts double up to the longest; together they make some five seconds.
const ATTEMPTS: u32 = 8;
const FIRST_PAUSE: Duration = Duration::from_millis(50);
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// How often a statement that builds an index, and is answered when that is done, is reported on.
const TICK: Duration = Duration::from_secs(1);

/// What the steps of one table are run with.
pub(super) struct Attempt<'a> {
    pub(super) client: &'a Client,
    /// The same client, which shows every error.
    pub(super) hasty: &'a Client,
    pub(super) table: &'a TablePlan,
    /// How many steps the tables before this one have.
    pub(super) before: usize,
    /// How many steps there are.
    pub(super) of: usize,
}

/// Runs the step at a position of the table's plan.
pub(super) async fn run_step(attempt: &Attempt<'_>, at: usize, on: &mut OnEvent<'_>) -> Result<(), MigrateError> {
    let Attempt { client, table, before, of, .. } = *attempt;
    let step = &table.steps[at];
    let mut pause = FIRST_PAUSE;
    for number in 1.. {
        let Err(source) = send(attempt, step, on).await else { break };
        // Whatever the error says: the table tells whether the step is done. It may be so although the answer got lost, or because
        // another run was quicker.
        let done = match plan_table(client, table.table, &table.path).await {
            Ok(now) => !now.steps.iter().any(|other| other.action == step.action) && is_rest_of(&now, table),
            Err(_) => false,
        };
        if done {
            break;
        }
        if number == ATTEMPTS || !may_pass(&source) {
            let (table, step) = (table.path.clone(), Box::new(step.clone()));
            return Err(MigrateError::Step { table, step, number: before + at + 1, of, source });
        }
        sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
    Ok(())
}

/// One request.
async fn send(attempt: &Attempt<'_>, step: &Step, on: &mut OnEvent<'_>) -> YdbResult<()> {
    let path = attempt.table.path.as_str();
    match &step.action {
        Action::Statement { statement, .. } => {
            let request = Request { text: statement.clone(), params: HashMap::new() };
            let mut queries = attempt.hasty.query_client();
            let mut call = queries.execute(request, Options::default());
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
        Action::WriteLayout { layout } => {
            let path = absolute(&attempt.client.database(), path);
            let request = AlterTableRequest::new(path).alter_attribute(Layout::ATTRIBUTE, layout.as_str());
            let tables = attempt.hasty.table_client();
            let call: BoxFuture<'_, YdbResult<()>> = tables.alter_table(request).into_future();
            call.await
        }
        // Who calls waits.
        Action::AwaitIndex { .. } => Ok(()),
    }
}

/// Whether the same request may be taken later: what the client itself tries again, and what left the outcome open.
fn may_pass(error: &YdbError) -> bool {
    const PASSING: [i32; 6] = [ABORTED, UNAVAILABLE, OVERLOADED, BAD_SESSION, SESSION_EXPIRED, SESSION_BUSY];
    has_status(error, &PASSING)
        || has_grpc_code(error, &[grpc::RESOURCE_EXHAUSTED, grpc::ABORTED])
        || matches!(error, YdbError::TransportDial(_))
        || is_unknown(error)
}
