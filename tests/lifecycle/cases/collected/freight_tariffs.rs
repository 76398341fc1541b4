//! The table `freight/tariffs`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `freight/tariffs`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "freight/tariffs")]
#[ydb(primary_key(owner_id))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `freight/tariffs` WHERE `owner_id` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
pub struct Tariffs {
    pub owner_id: String,
    pub plan: Option<String>,
    pub since: Option<SystemTime>,
}
