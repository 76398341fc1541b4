//! Execution of a plan, step by step.
//!
//! No DDL statement of YDB is atomic with another, any request may fail after it took effect, and another process may
//! apply the same plan at the same time. A request that was sent therefore proves nothing; only the description of the
//! table counts:
//!
//! 1. If the plan has destructive steps that were not allowed, stop before anything is sent.
//! 2. Before the first step of a table, and before each of its destructive steps, describe the table and plan it again.
//!    The new plan must be the rest of the old one (`attempt.rs`). If it needs other steps, the table has changed since
//!    the plan was made: stop with [`Detail::Changed`].
//! 3. Skip a step that the new plan no longer contains: an earlier run or another process has done it. If the step
//!    builds an index that is still being built, only wait for it.
//! 4. Send any other step as one request. After an error, describe the table again: if the step is no longer needed, it
//!    is done, whatever the error said. If it is still needed, a transient error is retried, and any other error ends
//!    the run (`attempt.rs`).
//! 5. After a step that builds an index, wait until the index is ready (`attempt.rs`).
//! 6. After a step that makes a unique index, read back whether it is one (`plan.rs`).
//!
//! A plan can therefore be applied again after any error; the second run skips the steps that the first one did.

use futures_util::future::BoxFuture;
use serde::Serialize;
use ydb::{Client, RetrySettings};

use super::attempt::{Attempt, awaits, is_rest_of, run_step, wait_for_index};
use super::error::{Detail, MigrateError};
use super::plan::{check_unique, plan_table};
use super::{Event, OnEvent};
use crate::diff::{Effect, Plan, TablePlan};

/// Options for applying a plan. By default no data is lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ApplyOptions {
    /// `true` if destructive steps may run.
    pub destructive: bool,
}

impl ApplyOptions {
    /// Allows or forbids destructive steps: steps that lose rows, values or an index.
    #[must_use]
    pub fn destructive(mut self, allowed: bool) -> Self {
        self.destructive = allowed;
        self
    }
}

/// Result of [`apply`]: the steps that were done, and the tables that were left.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Applied {
    /// Number of steps that this run did.
    pub done: usize,
    /// Number of steps that were already done by an earlier run of the same plan.
    pub found_done: usize,
    /// Paths of tables that must be copied into a new one; see [`TablePlan::rekey`].
    pub rekey: Vec<String>,
    /// Paths of tables that need manual work before any step; see [`TablePlan::by_hand`].
    pub by_hand: Vec<String>,
}

impl Applied {
    /// Returns `true` if the whole plan is done.
    pub fn is_complete(&self) -> bool {
        self.rekey.is_empty() && self.by_hand.is_empty()
    }
}

/// Runs the steps of a plan, one request each, and waits for the indexes that they build.
///
/// Each table is described again before its first step and before each destructive step. Steps that are already done
/// are skipped. The same plan can therefore be applied again after an error, or by two processes at once. No DDL
/// statement is atomic with another, and none is repeated blindly: after an error the table is described again to find
/// out whether the step was done. Transient errors are retried for a few seconds.
///
/// Tables that must be copied, and tables that need manual work first, are not changed; [`Applied`] names them.
///
/// ```no_run
/// use ydb_keys::YdbTable;
/// use ydb_keys_migrate::{ApplyOptions, Event, apply, plan};
/// # #[derive(YdbTable)]
/// # #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
/// # struct Order { order_id: u64, amount: Option<f64> }
///
/// # async fn example(client: &ydb::Client) -> Result<(), ydb_keys_migrate::MigrateError> {
/// let plan = plan(client, ydb_keys::schema![Order], None).await?;
/// let applied = apply(client, &plan, &ApplyOptions::default(), &mut |event| {
///     if let Event::StepBegins { table, number, of, .. } = event {
///         println!("{number}/{of} {table}");
///     }
/// })
/// .await?;
/// assert!(applied.is_complete());
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Destructive`](crate::MigrateErrorKind::Destructive) before anything is done. After the earlier steps are done:
/// [`Changed`](crate::MigrateErrorKind::Changed) if a table needs other steps than the plan has, or an index
/// disappeared while it was built, [`Obstacle`](crate::MigrateErrorKind::Obstacle) if the server has built a plain
/// index instead of a unique one, and [`Database`](crate::MigrateErrorKind::Database) if a request failed.
pub async fn apply(
    client: &Client,
    plan: &Plan,
    options: &ApplyOptions,
    on: &mut OnEvent<'_>,
) -> Result<Applied, MigrateError> {
    // The future is boxed: the client's futures are so deeply nested that the caller's crate would need a higher
    // `recursion_limit`.
    let run: BoxFuture<'_, _> = Box::pin(async move {
        if !options.destructive {
            let destructive = plan.runnable().filter(|(_, step)| step.effect == Effect::Destructive);
            let steps: Vec<_> = destructive.map(|(table, step)| (table.path.clone(), step.clone())).collect();
            if !steps.is_empty() {
                return Err(Detail::Destructive { steps }.into());
            }
        }
        // Retries are decided in `attempt.rs`, after the table has been described again.
        let no_retry = client.clone_with_retry_settings(RetrySettings::dont_retry());
        let of = plan.runnable().count();
        let (mut before, mut applied) = (0, Applied::default());
        for table in &plan.tables {
            if !table.runnable().is_empty() {
                apply_table(&Attempt { client, no_retry: &no_retry, table, before, of }, &mut applied, on).await?;
            }
            before += table.runnable().len();
            if table.rekey.is_some() {
                applied.rekey.push(table.path.clone());
            }
            if !table.by_hand.is_empty() {
                applied.by_hand.push(table.path.clone());
            }
        }
        Ok(applied)
    });
    run.await
}

async fn apply_table(attempt: &Attempt<'_>, applied: &mut Applied, on: &mut OnEvent<'_>) -> Result<(), MigrateError> {
    let Attempt { client, table: plan, of, .. } = *attempt;
    let path = plan.path.as_str();
    let mut now = look(client, plan).await?;
    for (at, step) in plan.steps.iter().enumerate() {
        if step.effect == Effect::Destructive {
            // Another run may already have done this step. The index's name may then belong to the new index.
            now = look(client, plan).await?;
        }
        let needed = now.steps.iter().any(|other| other.action == step.action);
        let builds = step.action.builds_index();
        // An earlier run started this index, and it is not built yet.
        let awaited = builds.filter(|index| now.steps.iter().any(|other| awaits(other, index)));
        if !needed && awaited.is_none() {
            applied.found_done += 1;
            continue;
        }
        let number = attempt.before + at + 1;
        on(Event::StepBegins { table: path, step, number, of });
        if needed {
            run_step(attempt, at, on).await?;
        }
        if let Some(index) = builds {
            wait_for_index(client, path, index, on).await?;
        }
        check_unique(client, plan, step).await?;
        on(Event::StepDone { table: path, step, number, of });
        applied.done += 1;
    }
    Ok(())
}

/// Plans the table again, and checks that the new plan is the rest of `plan`.
async fn look(client: &Client, plan: &TablePlan) -> Result<TablePlan, MigrateError> {
    let now = plan_table(client, plan.table, &plan.path).await?;
    if is_rest_of(&now, plan) { Ok(now) } else { Err(Detail::Changed { table: plan.path.clone() }.into()) }
}
