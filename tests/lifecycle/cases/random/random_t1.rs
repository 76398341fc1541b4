//! The table `random/t1`.

use std::time::Duration;

use ydb_keys::YdbTable;

/// A row of the table `random/t1`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t1")]
#[ydb(store = column)]
#[ydb(primary_key(_2nd, self_value, user_id))]
#[ydb(partitioning(min = 64))]
#[ydb(family(hot, compression = "lz4"))]
pub struct T1 {
    #[ydb(rename = "2nd")]
    pub _2nd: u64,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    #[ydb(rename = "self", type = "Interval64")]
    pub self_value: Duration,
    #[ydb(rename = "userId")]
    pub user_id: i64,
    #[ydb(type = "JsonDocument", family = "hot")]
    pub c3: Option<String>,
}
