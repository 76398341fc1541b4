//! Tests `apply`: on an empty database, on an older schema, and after an interruption at each request.

mod beside;
mod broken;
mod buckets;
mod builds;
mod by_hand;
mod changefeeds;
mod foreign;
mod releases;
mod whole;

use std::sync::LazyLock;

use e2e_tests::Database;
use ydb::Client;
use ydb_keys::Table;
use ydb_keys_migrate::__internal::{LiveTable, describe};
use ydb_keys_migrate::{Applied, ApplyOptions, MigrateError, apply, plan};

static ALL: LazyLock<ApplyOptions> = LazyLock::new(|| ApplyOptions::default().destructive(true));

/// Makes a plan and runs it.
async fn run(client: &Client, tables: &[&'static Table], options: &ApplyOptions) -> Result<Applied, MigrateError> {
    let plan = plan(client, tables, None).await?;
    apply(client, &plan, options, &mut |_| ()).await
}

/// Returns the descriptions of the tables.
async fn state(database: &Database, tables: &[&'static Table]) -> Vec<LiveTable> {
    let mut state = Vec::new();
    for table in tables {
        state.push(describe(database.client(), table.name).await.unwrap().unwrap());
    }
    state
}
