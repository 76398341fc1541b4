//! The table `random/t22`.

use std::time::{Duration, SystemTime};

use uuid::Uuid;
use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t22`:
// - Settings of the index `scan`: AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 50.
// - The index `ByKind` on (id), sync: the table is already sorted by these columns; `apply` leaves
//   it alone.

/// A row of the table `random/t22`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t22")]
// TODO: the table has no rows that would show whether `id` is a hash of the columns after it. If it
// is, write `primary_key(id = xxh3(...), ...)` and remove its field.
#[ydb(primary_key(id, c1))]
#[ydb(partitioning(at_keys((10), (100), (1000))))]
#[ydb(ttl(column = key, after = "P1D"))]
#[ydb(bloom_filter)]
#[ydb(index(scan, on(c5), unique, as = T22ScanIndex))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `id` a sequence? If its values are spread, declare it `dispersed`"
))]
#[ydb(allow(
    hot_index,
    reason = "TODO: every insert writes to the last partition of `scan`"
))]
pub struct T22 {
    pub id: u64,
    pub c1: Uuid,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    #[ydb(rename = "a-b", default = "P1DT2H")]
    pub a_b: Duration,
    pub user_id: Option<f32>,
    #[ydb(type = "Timestamp64")]
    pub key: Option<SystemTime>,
    #[ydb(type = "Timestamp64")]
    pub c5: Option<SystemTime>,
    // Its default is DATE32('-900-01-31'), which a model cannot declare.
    #[ydb(rename = "by-kind", type = "Date32")]
    pub by_kind: Option<SystemTime>,
}
