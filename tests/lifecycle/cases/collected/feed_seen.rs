//! The table `feed/seen`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `feed/seen`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "feed/seen")]
#[ydb(primary_key(key_hash))]
#[ydb(partitioning(max = 2048, uniform = 32))]
#[ydb(ttl(column = ends_on, after = "P1D"))]
#[ydb(bloom_filter)]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `key_hash` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct Seen {
    // TODO: the column is nullable, but a model cannot have a nullable column here in its key: rows
    // with NULL cannot be read. `diff` shows the difference; `apply --rekey` makes the column NOT
    // NULL.
    pub key_hash: u64,
    pub from_hash: Option<u64>,
    pub chk: Option<u32>,
    #[ydb(type = "Date")]
    pub ends_on: Option<SystemTime>,
}
