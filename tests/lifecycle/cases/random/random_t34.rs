//! The table `random/t34`.

use std::time::{Duration, SystemTime};

use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t34`:
// - Settings of the index `by-kind`: AUTO_PARTITIONING_BY_SIZE = ENABLED,
//   AUTO_PARTITIONING_PARTITION_SIZE_MB = 500.
// - Of the family `hot`: CACHE_MODE = "in_memory".

/// A row of the table `random/t34`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t34")]
#[ydb(primary_key(user_id))]
#[ydb(ttl(column = at, after = "P1D"))]
#[ydb(read_replicas = "PER_AZ:1")]
#[ydb(family(hot, compression = "off"))]
#[ydb(index("by-kind", on(user_id, by_kind, _2nd), unique))]
#[ydb(index("self", on(_2nd), cover(by_kind)))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `user_id` a sequence? If its values are spread, declare it `dispersed`"
))]
#[ydb(allow(
    hot_index,
    reason = "TODO: a few partitions of `self` take all its writes"
))]
pub struct T34 {
    pub user_id: u16,
    #[ydb(type = "JsonDocument")]
    pub c1: Option<String>,
    #[ydb(type = "Timestamp64")]
    pub at: SystemTime,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    #[ydb(rename = "BY_KIND", type = "Interval64", family = "hot")]
    pub by_kind: Duration,
    #[ydb(rename = "2nd", family = "hot")]
    pub _2nd: u8,
    #[ydb(rename = "by-kind", type = "Datetime")]
    pub by_kind_2: Option<SystemTime>,
}
