//! The table `freight/cars`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `freight/cars`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "freight/cars")]
#[ydb(primary_key(id))]
#[ydb(index(owner_idx, on(owner_id)))]
pub struct Cars {
    // TODO: the column is nullable, but a model cannot have a nullable column here in its key: rows
    // with NULL cannot be read. `diff` shows the difference; `apply --rekey` makes the column NOT
    // NULL.
    pub id: String,
    pub owner_id: Option<String>,
    pub plate: Option<String>,
    pub brand: Option<String>,
    pub year: Option<i32>,
    pub fuel: Option<String>,
    pub is_active: Option<bool>,
    pub driver_id: Option<String>,
    pub test_at: Option<SystemTime>,
    pub made_at: Option<SystemTime>,
}
