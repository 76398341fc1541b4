//! The table `random/t36`.

use std::time::Duration;

use ydb_keys::YdbTable;

/// A row of the table `random/t36`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t36")]
#[ydb(primary_key(c0, c1, by_kind_2))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `random/t36` WHERE `c0` IS NULL OR `ByKind` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(partitioning(by_size = off, min = 4))]
#[ydb(ttl(column = c1, after = "P1D", unit = seconds))]
#[ydb(bloom_filter)]
#[ydb(changefeed(id, mode = new_and_old_images, format = debezium_json))]
#[ydb(family(hot, compression = "lz4"))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `c0` a sequence? If its values are spread, declare it `dispersed`"
))]
#[ydb(allow(partitioning_by_load, reason = "TODO: partitions are never split"))]
pub struct T36 {
    pub c0: i64,
    pub c1: u32,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    #[ydb(rename = "ByKind", type = "Interval64")]
    pub by_kind_2: Duration,
    #[ydb(default = -9223372036854775808)]
    pub by_kind: Option<i64>,
    #[ydb(family = "hot")]
    pub id: u8,
}
