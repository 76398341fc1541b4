//! The table `random/t33`.

use std::time::{Duration, SystemTime};

use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t33`:
// - The changefeed `at` WITH (MODE = 'UPDATES', FORMAT = 'DYNAMODB_STREAMS_JSON', AWS_REGION =
//   'us-east-1', RETENTION_PERIOD = INTERVAL('P1D')): a model cannot declare AWS_REGION.
// - Settings of the index `a-b`: AUTO_PARTITIONING_BY_LOAD = ENABLED.
// - Settings of the index `limit`: AUTO_PARTITIONING_BY_LOAD = ENABLED.

/// A row of the table `random/t33`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t33")]
#[ydb(primary_key(user_id))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `random/t33` WHERE `userId` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(partitioning(by_load))]
#[ydb(read_replicas = "PER_AZ:1")]
#[ydb(changefeed(id, mode = updates))]
#[ydb(index(limit, on(by_kind, c5), cover(by_kind_2)))]
#[ydb(index("a-b", on(by_kind_2), cover(by_kind), async))]
#[ydb(allow(
    low_cardinality_leading_key,
    reason = "TODO: all rows with the same `userId` are stored together"
))]
#[ydb(allow(
    hot_index,
    reason = "TODO: every insert writes to the last partition of `a-b`"
))]
pub struct T33 {
    #[ydb(rename = "userId")]
    pub user_id: u8,
    #[ydb(rename = "2nd")]
    pub _2nd: u16,
    #[ydb(rename = "BY_KIND", default = 0)]
    pub by_kind: i32,
    pub c3: Option<String>,
    pub c4: f64,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    #[ydb(type = "Interval64")]
    pub c5: Duration,
    #[ydb(rename = "by-kind", type = "Datetime64")]
    pub by_kind_2: SystemTime,
}
