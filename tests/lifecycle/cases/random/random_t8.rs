//! The table `random/t8`.

use std::time::{Duration, SystemTime};

use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t8`:
// - Settings of the index `by_kind`: AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 50.
// - Settings of the index `user_id`: AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 4.
// - The index `scan` on (c0), async: the table is already sorted by these columns; `apply` leaves
//   it alone.

/// A row of the table `random/t8`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t8")]
#[ydb(primary_key(c0, id))]
#[ydb(partitioning(min = 4))]
#[ydb(changefeed(id, mode = new_and_old_images, format = debezium_json))]
#[ydb(index(by_kind, on(c0, id, by_kind)))]
#[ydb(index(user_id, on(by_kind)))]
#[ydb(allow(
    nullable_key,
    reason = "TODO: no `=` and no `<` finds rows with NULL in the key"
))]
#[ydb(allow(
    hot_index,
    reason = "TODO: every insert writes to the last partition of `user_id`"
))]
pub struct T8 {
    pub c0: Vec<u8>,
    pub id: Option<i64>,
    #[ydb(rename = "ByKind", type = "Date32")]
    pub by_kind: Option<SystemTime>,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    #[ydb(type = "Interval64")]
    pub c3: Option<Duration>,
}
