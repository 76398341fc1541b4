//! The table `random/t2`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t2`:
// - Of the family `hot`: CACHE_MODE = "in_memory".

/// A row of the table `random/t2`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t2")]
#[ydb(primary_key(c0, c1))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `random/t2` WHERE `c0` IS NULL OR `c1` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(partitioning(by_size = off, min = 4))]
#[ydb(read_replicas = "ANY_AZ:3")]
#[ydb(changefeed(id, mode = keys_only, virtual_timestamps))]
#[ydb(family(hot, compression = "off"))]
#[ydb(allow(
    monotonic_leading_key,
    reason = "TODO: every insert goes to the table's last partition"
))]
#[ydb(allow(partitioning_by_load, reason = "TODO: partitions are never split"))]
pub struct T2 {
    #[ydb(type = "Datetime64")]
    pub c0: SystemTime,
    pub c1: String,
    #[ydb(default = "2024-01-31T12:00:00.123456Z", family = "hot")]
    pub c2: Option<SystemTime>,
}
