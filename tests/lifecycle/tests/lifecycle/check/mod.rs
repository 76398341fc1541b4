//! Tests `ydb_keys::check`, which compares tables with the layouts of a program's models.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may end a test")]

mod buckets;
mod column_tables;
mod layouts;
mod messages;
mod program;
mod rows;
mod tables;

use e2e_tests::Database;
use ydb::AlterTableRequest;
use ydb_keys::{CheckError, Layout, Table, YdbTable};

/// Model with a hash of one column.
#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    note: Option<String>,
}

/// Model with a hash of several columns, but not of all columns of the key.
#[derive(YdbTable)]
#[ydb(table = "shop/lines", primary_key(line_hash = xxh3(shop, order_id), shop, order_id, line))]
struct Line {
    shop: String,
    order_id: i64,
    line: u32,
}

/// Model without a hash.
#[derive(YdbTable)]
#[ydb(table = "mails", primary_key(address, sent))]
struct Mail {
    address: String,
    sent: u64,
}

/// Model of a column table, which is partitioned by columns and has no hash.
#[derive(YdbTable)]
#[ydb(table = "ad_events", store = column, primary_key(user_id, event_id), partition_by_hash(user_id))]
struct AdEvent {
    user_id: u64,
    event_id: u64,
}

const ALL: &[&Table] = ydb_keys::schema![Order, Line, Mail, AdEvent];

/// Opens a database with the tables of all models.
async fn database() -> Database {
    filled(Database::own().await).await
}

async fn filled(database: Database) -> Database {
    for table in ALL {
        database.run(&table.create_table().to_string()).await;
    }
    database
}

/// Writes an attribute, like another program or another version of the library.
async fn write_layout(database: &Database, path: &str, layout: &str) {
    let alter = AlterTableRequest::new(format!("{}/{path}", database.client().database()));
    database.client().table_client().alter_table(alter.add_attribute(Layout::ATTRIBUTE, layout)).await.unwrap();
}

/// Runs a check that must pass.
async fn passes(database: &Database, tables: &[&'static Table]) {
    if let Err(error) = ydb_keys::check(database.client(), tables).await {
        panic!("{error}");
    }
}

/// Runs a check that must fail, and returns its message.
async fn differs(database: &Database, tables: &[&'static Table]) -> String {
    match ydb_keys::check(database.client(), tables).await {
        Err(error @ CheckError::Differs(_)) => error.to_string(),
        other => panic!("{other:?}"),
    }
}
