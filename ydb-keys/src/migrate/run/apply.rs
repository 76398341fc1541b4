//! Carrying out a plan, step by step.

use futures_util::future::BoxFuture;
use serde::Serialize;
use ydb::{Client, RetrySettings};

use super::attempt::{Attempt, run_step};
use super::plan::plan_table;
use super::rest::{awaits, is_rest_of};
use super::wait::wait_for_index;
use super::{Event, MigrateError, OnEvent};
use crate::migrate::diff::{Effect, Plan, Step, TablePlan};

/// How a plan is carried out. By default nothing is lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ApplyOptions {
    /// Whether destructive steps may run.
    pub destructive: bool,
}

impl ApplyOptions {
    /// Sets whether destructive steps may run: steps that lose rows, values or an index.
    #[must_use]
    pub fn destructive(mut self, allowed: bool) -> Self {
        self.destructive = allowed;
        self
    }
}

/// What [`apply`] did, and what it left.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Applied {
    /// How many steps were carried out.
    pub done: usize,
    /// How many steps had been carried out before, by an earlier run of the same plan.
    pub found_done: usize,
    /// The paths of tables that must be copied into a new one; see [`TablePlan::rekey`].
    pub rekey: Vec<String>,
    /// The paths of tables where something is to be done by hand before any step; see [`TablePlan::by_hand`].
    pub by_hand: Vec<String>,
}

impl Applied {
    /// Whether nothing of the plan is left.
    pub fn is_complete(&self) -> bool {
        self.rekey.is_empty() && self.by_hand.is_empty()
    }
}

/// Carries out the steps of a plan, one request each, and waits for the indexes that they build.
///
/// Each table is looked at once more before its first step and before each destructive one, and steps that are done are left out: the same plan can be applied
/// again after an error, or by two processes at once. No DDL statement is atomic with another, and none is repeated blindly: after an error
/// the table is described anew, and by that it is judged whether the step was done. Errors that pass are tried again for some seconds.
///
/// Tables that must be copied, and those where something is to be done by hand first, are left alone and named in [`Applied`].
///
/// ```no_run
/// use ydb_keys::YdbTable;
/// use ydb_keys::migrate::{ApplyOptions, Event, apply, plan};
/// # #[derive(YdbTable)]
/// # #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
/// # struct Order { order_id: u64, amount: Option<f64> }
///
/// # async fn example(client: &ydb::Client) -> Result<(), ydb_keys::migrate::MigrateError> {
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
/// [`MigrateError::Destructive`] before anything is done; [`MigrateError::Changed`] where a table needs other steps than the plan's;
/// [`MigrateError::Step`], [`MigrateError::IndexGone`] and [`MigrateError::Read`] with the earlier steps done.
pub async fn apply(
    client: &Client,
    plan: &Plan,
    options: &ApplyOptions,
    on: &mut OnEvent<'_>,
) -> Result<Applied, MigrateError> {
    // Boxed: the client's futures are so deeply nested that the caller's crate would need a higher `recursion_limit`.
    let run: BoxFuture<'_, _> = Box::pin(apply_all(client, plan, *options, on));
    run.await
}

async fn apply_all(
    client: &Client,
    plan: &Plan,
    options: ApplyOptions,
    on: &mut OnEvent<'_>,
) -> Result<Applied, MigrateError> {
    if !options.destructive {
        let destructive = |step: &&Step| step.effect == Effect::Destructive;
        let of_table = |table: &TablePlan| {
            table.runnable().iter().filter(destructive).map(|step| (table.path.clone(), step.clone())).collect()
        };
        let steps: Vec<_> = plan.tables.iter().flat_map::<Vec<_>, _>(of_table).collect();
        if !steps.is_empty() {
            return Err(MigrateError::Destructive { steps });
        }
    }
    // What is tried again, and how often, is decided here, after a look at the table.
    let hasty = client.clone_with_retry_settings(RetrySettings::dont_retry());
    let of = plan.tables.iter().map(|table| table.runnable().len()).sum();
    let (mut before, mut applied) = (0, Applied::default());
    for table in &plan.tables {
        if !table.runnable().is_empty() {
            apply_table(&Attempt { client, hasty: &hasty, table, before, of }, &mut applied, on).await?;
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
}

async fn apply_table(attempt: &Attempt<'_>, applied: &mut Applied, on: &mut OnEvent<'_>) -> Result<(), MigrateError> {
    let Attempt { client, table: plan, of, .. } = *attempt;
    let path = plan.path.as_str();
    let mut now = look(client, plan).await?;
    for (at, step) in plan.steps.iter().enumerate() {
        if step.effect == Effect::Destructive {
            // Another run may have been quicker, and what has this name now may be the new index.
            now = look(client, plan).await?;
        }
        let needed = now.steps.iter().any(|other| other.action == step.action);
        let builds = step.action.builds_index();
        // Begun by an earlier run, and not built yet.
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
        on(Event::StepDone { table: path, step, number, of });
        applied.done += 1;
    }
    Ok(())
}

/// What the table needs now, which must be what is left of its plan.
async fn look(client: &Client, plan: &TablePlan) -> Result<TablePlan, MigrateError> {
    let now = plan_table(client, plan.table, &plan.path).await?;
    if is_rest_of(&now, plan) { Ok(now) } else { Err(MigrateError::Changed { table: plan.path.clone() }) }
}
