//! The table `random/t3`.

use std::time::Duration;

use ydb_keys::{Decimal, YdbTable};

/// A row of the table `random/t3`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t3")]
#[ydb(primary_key(c0, user_id, key))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `random/t3` WHERE `c0` IS NULL OR `user_id` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(partitioning(by_size = off))]
#[ydb(changefeed(id, mode = new_image, retention = "P1DT12H"))]
#[ydb(allow(
    low_cardinality_leading_key,
    reason = "TODO: all rows with the same `c0` are stored together"
))]
#[ydb(allow(partitioning_by_load, reason = "TODO: partitions are never split"))]
pub struct T3 {
    pub c0: bool,
    pub user_id: i16,
    pub key: u32,
    #[ydb(type = "Yson")]
    pub scan: Option<Vec<u8>>,
    #[ydb(rename = "self")]
    pub self_value: Option<u32>,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    #[ydb(type = "Interval64")]
    pub c5: Duration,
    #[ydb(type = "Yson")]
    pub by_kind: Option<Vec<u8>>,
    #[ydb(type = "JsonDocument")]
    pub limit: Option<String>,
    #[ydb(rename = "userId", default = "1.5")]
    pub user_id_2: Decimal<22, 9>,
}
