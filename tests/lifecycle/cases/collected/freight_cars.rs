//! The table `freight/cars`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `freight/cars`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "freight/cars")]
#[ydb(primary_key(id))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `freight/cars` WHERE `id` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(index(owner_idx, on(owner_id)))]
pub struct Cars {
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
