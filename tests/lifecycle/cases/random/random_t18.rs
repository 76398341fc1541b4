//! The table `random/t18`.

use std::time::{Duration, SystemTime};

use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t18`:
// - The changefeed `id` WITH (MODE = 'UPDATES', FORMAT = 'DYNAMODB_STREAMS_JSON', AWS_REGION =
//   'us-east-1', RETENTION_PERIOD = INTERVAL('P1D')): a model cannot declare AWS_REGION.

/// A row of the table `random/t18`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t18")]
#[ydb(primary_key(c0))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `random/t18` WHERE `c0` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(read_replicas = "PER_AZ:1")]
#[ydb(family(hot, compression = "lz4"))]
#[ydb(index(user_id, on(self_value, c3), unique))]
#[ydb(allow(
    monotonic_leading_key,
    reason = "TODO: every insert goes to the table's last partition"
))]
#[ydb(allow(
    hot_index,
    reason = "TODO: every insert writes to the last partition of `user_id`"
))]
pub struct T18 {
    pub c0: SystemTime,
    #[ydb(rename = "a-b", type = "Datetime", family = "hot")]
    pub a_b: Option<SystemTime>,
    #[ydb(rename = "self", type = "Datetime64", family = "hot")]
    pub self_value: SystemTime,
    #[ydb(type = "Timestamp64", family = "hot")]
    pub c3: Option<SystemTime>,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    #[ydb(family = "hot")]
    pub c4: Option<Duration>,
}
