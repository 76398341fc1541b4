//! Carrying out plans: from nothing, from an older schema, and after every break on the way.

mod broken;
mod builds;
mod releases;
mod whole;

use e2e_tests::Database;
use ydb::Client;
use ydb_keys::Table;
use ydb_keys::migrate::{Applied, ApplyOptions, LiveTable, MigrateError, apply, describe, plan};

const ALL: ApplyOptions = ApplyOptions { destructive: true };

/// A plan made and carried out.
async fn run(client: &Client, tables: &[&'static Table], options: &ApplyOptions) -> Result<Applied, MigrateError> {
    let plan = plan(client, tables, None).await?;
    apply(client, &plan, options, &mut |_| ()).await
}

/// What the database says of the tables.
async fn state(database: &Database, tables: &[&'static Table]) -> Vec<LiveTable> {
    let mut state = Vec::new();
    for table in tables {
        state.push(describe(database.client(), table.name).await.unwrap().unwrap());
    }
    state
}
