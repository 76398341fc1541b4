//! Helpers of the tests: a table and its contents, and the copy of the table.

use std::collections::BTreeMap;

use e2e_tests::Database;
use ydb::{AlterTableRequest, Client, Value};
use ydb_embedded::{Behavior, Server};
use ydb_keys::{Layout, Table};
use ydb_keys_migrate::{Event, MigrateError, RekeyOptions, RekeyReport, TablePlan, drop_old, rekey};

/// Contents of a table: sorted rows, each printed with the types of its values.
pub(crate) type Contents = Vec<String>;

/// Returns the whole contents of a table in the given columns.
pub(crate) async fn contents(database: &Database, path: &str, columns: &[&str]) -> Contents {
    let names: Vec<String> = columns.iter().map(|name| format!("`{name}`")).collect();
    let rows = database.rows(&format!("SELECT {} FROM `{path}`", names.join(", "))).await;
    let mut contents: Contents = rows
        .into_iter()
        .map(|mut row| {
            let mut values = columns.iter().map(|name| row.remove_field_by_name(name).unwrap());
            let shown: Vec<String> = values.by_ref().map(show).collect();
            shown.join(" | ")
        })
        .collect();
    contents.sort();
    contents
}

/// Formats a value without `Optional`, which a copy may add or remove.
fn show(value: Value) -> String {
    value.to_option().map_or_else(|| "NULL".to_owned(), |value| format!("{value:?}"))
}

/// Returns a plan with a copy.
pub(crate) fn plan(table: &'static Table) -> TablePlan {
    TablePlan {
        table,
        path: table.name.to_owned(),
        differences: Vec::new(),
        steps: Vec::new(),
        rekey: None,
        by_hand: Vec::new(),
        not_compared: Vec::new(),
        left_alone: Vec::new(),
    }
}

/// Returns options with small pages, so that a few rows fill several.
pub(crate) fn small() -> RekeyOptions {
    RekeyOptions::dual_writers().batch_rows(3)
}

/// Copies a table.
pub(crate) async fn run(database: &Database, table: &'static Table) -> Result<RekeyReport, MigrateError> {
    rekey(database.client(), &plan(table), &small(), &mut |_: Event<'_>| {}).await
}

/// Ends a change, and drops the old table.
pub(crate) async fn end(database: &Database, table: &'static Table) -> bool {
    let (client, path) = (database.client(), table.name);
    small().finish(client, table, path, &mut |_| ()).await.unwrap();
    drop_old(client, table, path, false, &mut |_| ()).await.unwrap()
}

/// Returns the layout attribute of a table.
pub(crate) async fn layout_of(database: &Database, path: &str) -> Option<String> {
    let path = format!("{}/{path}", database.client().database());
    let table = database.client().table_client().describe_table(path).await.unwrap();
    table.attributes.get(Layout::ATTRIBUTE).cloned()
}

/// Returns the key of a table.
pub(crate) async fn key_of(database: &Database, path: &str) -> Vec<String> {
    let path = format!("{}/{path}", database.client().database());
    database.client().table_client().describe_table(path).await.unwrap().primary_key
}

/// Returns `true` if a table exists.
pub(crate) async fn exists(database: &Database, path: &str) -> bool {
    let path = format!("{}/{path}", database.client().database());
    database.client().table_client().describe_table(path).await.is_ok()
}

/// Starts an embedded database with this behavior.
pub(crate) async fn with_behavior(behavior: Behavior) -> Database {
    Database::on(Server::builder().behavior(behavior).start().await.unwrap()).await
}

/// Sets an attribute of a table.
pub(crate) async fn set_attribute(database: &Database, path: &str, name: &str, value: &str) {
    let path = format!("{}/{path}", database.client().database());
    let request = AlterTableRequest::new(path).alter_attribute(name, value);
    database.client().table_client().alter_table(request).await.unwrap();
}

/// Returns the attributes of a table except its layout.
pub(crate) async fn attributes_of(database: &Database, path: &str) -> BTreeMap<String, String> {
    let path = format!("{}/{path}", database.client().database());
    let table = database.client().table_client().describe_table(path).await.unwrap();
    table.attributes.into_iter().filter(|(name, _)| name != Layout::ATTRIBUTE).collect()
}

/// Returns the owner of a table, and its grants by subject.
pub(crate) async fn rights_of(client: &Client, path: &str) -> (String, BTreeMap<String, Vec<String>>) {
    let entry = client.scheme_client().describe_path(format!("{}/{path}", client.database())).await.unwrap();
    let grants = entry.permissions.into_iter().map(|of| (of.subject, of.permission_names));
    (entry.owner, grants.collect())
}
