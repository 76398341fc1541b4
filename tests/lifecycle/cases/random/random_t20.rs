//! The table `random/t20`.

use std::time::{Duration, SystemTime};

use uuid::Uuid;
use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t20`:
// - Settings of the index `ByKind`: AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 4.
// - Settings of the index `userId`: AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 50.

/// A row of the table `random/t20`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t20")]
#[ydb(primary_key(r#type, c1, c2))]
#[ydb(ttl(column = r#type, after = "P1DT2H3M4S", unit = seconds))]
#[ydb(bloom_filter)]
#[ydb(family(hot, compression = "off"))]
#[ydb(index(userId, on(c1, c2), cover(a_b, id), unique))]
#[ydb(index(ByKind, on(c3, a_b, c5), cover(id)))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `type` a sequence? If its values are spread, declare it `dispersed`"
))]
#[ydb(allow(
    hot_index,
    reason = "TODO: a few partitions of `ByKind` take all its writes"
))]
pub struct T20 {
    pub r#type: u32,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    pub c1: Duration,
    #[ydb(type = "Date32")]
    pub c2: SystemTime,
    pub c3: Option<u8>,
    #[ydb(rename = "a-b")]
    pub a_b: Uuid,
    pub c5: bool,
    #[ydb(type = "DyNumber")]
    pub c6: Option<String>,
    #[ydb(family = "hot")]
    pub at: i8,
    pub id: i16,
}
