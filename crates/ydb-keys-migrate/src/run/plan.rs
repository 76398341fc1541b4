//! Compares models with a database and plans the steps between them.

use ydb::{Client, YdbError};
use ydb_keys::Table;
use ydb_keys_core::ddl::hash_expression::SAMPLE_ROWS;

use super::describe::describe;
use super::error::{Detail, MigrateError};
use super::rekey::{kept_of, left_over};
use super::rights::rights;
use super::sample::{SAMPLE, index_samples, wants_sample};
use super::version::release;
use crate::diff::{Plan, TablePlan, compare};
use crate::live::{HashSample, LiveTable};

/// Compares the tables of models with those of the database, and plans the steps that make them equal. Changes nothing.
///
/// `directory` is the directory of this environment's or tenant's tables; `None` to use the paths of the models as they
/// are.
///
/// ```no_run
/// # use ydb_keys::YdbTable;
/// # #[derive(YdbTable)]
/// # #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
/// # struct Order { order_id: u64, amount: Option<f64> }
/// # async fn example(client: &ydb::Client) -> Result<(), ydb_keys_migrate::MigrateError> {
/// let plan = ydb_keys_migrate::plan(client, ydb_keys::schema![Order], None).await?;
/// if !plan.is_in_step() {
///     println!("{plan}");
/// }
/// # Ok(())
/// # }
/// ```
///
/// # Errors
/// [`Database`](crate::MigrateErrorKind::Database) and [`Unsupported`](crate::MigrateErrorKind::Unsupported) when a
/// table cannot be described, [`Obstacle`](crate::MigrateErrorKind::Obstacle) when something other than a table is at
/// its path.
pub async fn plan(client: &Client, tables: &[&'static Table], directory: Option<&str>) -> Result<Plan, MigrateError> {
    let mut plan = Plan { tables: Vec::with_capacity(tables.len()) };
    for table in tables {
        plan.tables.push(plan_table(client, table, &table.path_in(directory.unwrap_or_default())).await?);
    }
    if plan.tables.iter().any(TablePlan::asks_for_release) {
        let release = release(client).await;
        plan.tables = plan.tables.into_iter().map(|table| table.noted(release)).collect();
    }
    Ok(plan)
}

/// How often rows are read for a plan whose table is altered at the same time.
const ATTEMPTS: u32 = 3;

/// The plan of the table at a path.
pub(super) async fn plan_table(client: &Client, table: &'static Table, path: &str) -> Result<TablePlan, MigrateError> {
    for _ in 1..ATTEMPTS {
        match attempt(client, table, path).await {
            // Between the description and the sample, somebody may have dropped what the sample reads.
            Err(error) if is_of_sample(&error) => {}
            planned => return planned,
        }
    }
    attempt(client, table, path).await
}

fn is_of_sample(error: &MigrateError) -> bool {
    matches!(error.detail(), Detail::Read { what: SAMPLE, source: YdbError::YdbStatusError(_), .. })
}

async fn attempt(client: &Client, table: &'static Table, path: &str) -> Result<TablePlan, MigrateError> {
    let mut live = describe(client, path).await?;
    let mut at = path.to_owned();
    if live.is_none()
        && let Some(kept) = kept_of(client, path).await?
    {
        // Its name is taken away. Without this look the plan would be to create the table.
        at.clone_from(&kept.path);
        live = Some(LiveTable { path: path.to_owned(), ..kept });
    }
    let at = &*at;
    if let Some(live) = live.as_mut().filter(|live| wants_sample(table, live)) {
        live.hash_sample = Some(HashSample::of(client, table, at, SAMPLE_ROWS).await?);
    }
    if let Some(live) = live.as_mut() {
        live.index_samples = index_samples(client, table, at, live).await?;
    }
    let mut plan = compare(table, path, live.as_ref());
    if let (Some(mut live), Some(_)) = (live, &plan.rekey) {
        // YDB does not copy the rights on a table, so the plan lists them.
        live.rights = Some(rights(client, at).await?);
        plan = compare(table, path, Some(&live));
        // While its name is taken away, the kept table is that of this change.
        let left = if at == path { left_over(client, table, path).await? } else { Vec::new() };
        plan.rekey.iter_mut().for_each(|rekey| rekey.obstacles.splice(0..0, left.clone()).for_each(drop));
    }
    Ok(plan)
}
