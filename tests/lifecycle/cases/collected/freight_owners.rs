//! The table `freight/owners`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `freight/owners`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "freight/owners")]
#[ydb(primary_key(uid))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `freight/owners` WHERE `uid` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
pub struct Owners {
    pub uid: String,
    pub mail: Option<String>,
    pub secret_hash: Option<String>,
    pub kind: Option<String>,
    pub title: Option<String>,
    #[ydb(type = "Json")]
    pub driver_ids: Option<String>,
    pub active: Option<bool>,
    pub made_at: Option<SystemTime>,
}
