//! The table `freight/tariffs`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `freight/tariffs`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "freight/tariffs")]
#[ydb(primary_key(owner_id))]
pub struct Tariffs {
    // TODO: the column is nullable, but a model cannot have a nullable column here in its key: rows
    // with NULL cannot be read. `diff` shows the difference; `apply --rekey` makes the column NOT
    // NULL.
    pub owner_id: String,
    pub plan: Option<String>,
    pub since: Option<SystemTime>,
}
