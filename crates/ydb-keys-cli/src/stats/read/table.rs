//! The key, the bounds and the settings of tables, and of the tables of indexes.

use std::collections::{BTreeMap, BTreeSet};

use ydb_keys_bulk::__internal::{Partitioned, partitioned};
use ydb_keys_bulk::Connection;
use ydb_keys_core::schema::path::TablePath;

/// Describes tables by their paths, relative to the database. A table that cannot be described is left out: it may have
/// been dropped meanwhile, and its load is known all the same.
pub(crate) async fn tables(connection: &Connection, paths: &BTreeSet<String>) -> BTreeMap<String, Partitioned> {
    let mut tables = BTreeMap::new();
    for path in paths {
        if let Ok(table) = partitioned(connection, TablePath::new(connection.database(), path).absolute()).await {
            tables.insert(path.clone(), table);
        }
    }
    tables
}
