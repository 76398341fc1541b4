//! The table `feed/archive`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `feed/archive`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "feed/archive")]
#[ydb(primary_key(hashed_id, outer_id, changed_at))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `feed/archive` WHERE `hashed_id` IS NULL OR `outer_id` IS NULL OR `changed_at` IS
// NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(ttl(column = changed_at, after = "P30D"))]
pub struct Archive {
    pub hashed_id: Vec<u8>,
    pub outer_id: String,
    pub changed_at: SystemTime,
    pub document: Option<Vec<u8>>,
}
