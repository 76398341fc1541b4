//! The table `feed/seen`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `feed/seen`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "feed/seen")]
#[ydb(primary_key(key_hash))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `feed/seen` WHERE `key_hash` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(partitioning(max = 2048, uniform = 32))]
#[ydb(ttl(column = ends_on, after = "P1D"))]
#[ydb(bloom_filter)]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `key_hash` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct Seen {
    pub key_hash: u64,
    pub from_hash: Option<u64>,
    pub chk: Option<u32>,
    #[ydb(type = "Date")]
    pub ends_on: Option<SystemTime>,
}
