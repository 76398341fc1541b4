//! Comparison of models with a database, with the plan of steps between them; and the check of unique indexes.

use ydb::{Client, YdbError};
use ydb_keys::Table;
use ydb_keys::schema::{IndexDef, IndexKind};
use ydb_keys_core::ddl::hash_expression::SAMPLE_ROWS;

use super::describe::{SAMPLE, describe, index_samples, rights, wants_sample};
use super::error::{Detail, MigrateError};
use super::rekey::{kept_of, left_over};
use super::release;
use crate::diff::{Action, Plan, StatementKind, Step, TablePlan, compare};
use crate::live::{HashSample, LiveIndexKind, LiveTable};

/// Compares the tables of models with those of the database, and plans the steps that make them equal. Changes nothing.
///
/// `directory` is the directory of this environment's or tenant's tables; `None` to use the paths of the models
/// unchanged.
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

/// Number of attempts to read rows for a plan while its table is altered.
const ATTEMPTS: u32 = 3;

pub(super) async fn plan_table(client: &Client, table: &'static Table, path: &str) -> Result<TablePlan, MigrateError> {
    for _ in 1..ATTEMPTS {
        match attempt(client, table, path).await {
            // The sample may read a column that was dropped after the description.
            Err(error)
                if matches!(error.detail(), Detail::Read { what: SAMPLE, source: YdbError::YdbStatusError(_), .. }) => {
            }
            planned => return planned,
        }
    }
    attempt(client, table, path).await
}

async fn attempt(client: &Client, table: &'static Table, path: &str) -> Result<TablePlan, MigrateError> {
    let mut live = describe(client, path).await?;
    let mut at = path.to_owned();
    if live.is_none()
        && let Some(kept) = kept_of(client, path).await?
    {
        // The name of the table is taken away. Without the kept table, the plan would create a table.
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
        // YDB does not copy the rights on a table; the plan lists them.
        live.rights = Some(rights(client, at).await?);
        plan = compare(table, path, Some(&live));
        // If the name is taken away, the kept table belongs to this change and is not left over.
        let left = if at == path { left_over(client, table, path).await? } else { Vec::new() };
        plan.rekey.iter_mut().for_each(|rekey| rekey.obstacles.splice(0..0, left.clone()).for_each(drop));
    }
    Ok(plan)
}

// Check of unique indexes: a server may silently build a plain index instead. YDB does that for `ADD INDEX .. UNIQUE`
// of an existing table (ydb #15959), and did it for an index of `CREATE TABLE` without `SYNC` (ydb #15958).

/// Checks that the unique indexes that a step has made are unique.
pub(super) async fn check_unique(client: &Client, plan: &TablePlan, step: &Step) -> Result<(), MigrateError> {
    let made = made_by(plan.table.indexes, &step.action);
    if made.is_empty() {
        return Ok(());
    }
    // If the table is gone already, the next description reports it.
    let Some(live) = describe(client, plan.path.as_str()).await? else { return Ok(()) };
    let is_plain = |index: &&IndexDef| live.index(index.name).is_some_and(|live| live.kind != LiveIndexKind::Unique);
    match made.into_iter().find(is_plain) {
        None => Ok(()),
        Some(index) => Err(Detail::NotMadeUnique { table: plan.path.clone(), index: index.name }.into()),
    }
}

/// Returns the unique indexes of a model that a step makes.
fn made_by(indexes: &'static [IndexDef], action: &Action) -> Vec<&'static IndexDef> {
    let creates_all = matches!(action, Action::Statement { kind: StatementKind::CreateTable, .. });
    let makes = |index: &&IndexDef| creates_all || action.builds_index() == Some(index.name);
    indexes.iter().filter(|index| index.kind == IndexKind::Unique).filter(makes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn index(name: &'static str, kind: IndexKind) -> IndexDef {
        IndexDef { name, kind, hash: None, on: &[1], cover: &[] }
    }

    static INDEXES: [IndexDef; 3] = [
        index("by_email", IndexKind::Unique),
        index("by_city", IndexKind::Sync),
        index("by_number", IndexKind::Unique),
    ];

    fn names(kind: StatementKind) -> Vec<&'static str> {
        let action = Action::Statement { kind, statement: String::new() };
        made_by(&INDEXES, &action).iter().map(|index| index.name).collect()
    }

    #[test]
    fn only_the_unique_indexes_that_a_step_makes_are_read_back() {
        assert_eq!(names(StatementKind::CreateTable), ["by_email", "by_number"]);
        assert_eq!(names(StatementKind::AddIndex { index: "by_number".to_owned() }), ["by_number"]);
        assert!(names(StatementKind::AddIndex { index: "by_city".to_owned() }).is_empty());
        assert!(names(StatementKind::DropIndex { index: "by_email".to_owned() }).is_empty());
    }
}
