//! Compares models with a database and plans the steps between them.

use ydb::Client;
use ydb_keys::__internal::sdk::sample::SAMPLE_ROWS;
use ydb_keys::Table;

use super::MigrateError;
use super::describe::describe;
use super::rekey::kept_of;
use super::rights::rights;
use super::sample::{index_samples, wants_sample};
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

/// The plan of the table at a path.
pub(super) async fn plan_table(client: &Client, table: &'static Table, path: &str) -> Result<TablePlan, MigrateError> {
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
    let plan = compare(table, path, live.as_ref());
    match live {
        // YDB does not copy the rights on a table, so the plan lists them.
        Some(mut live) if plan.rekey.is_some() => {
            live.rights = Some(rights(client, at).await?);
            Ok(compare(table, path, Some(&live)))
        }
        _ => Ok(plan),
    }
}
