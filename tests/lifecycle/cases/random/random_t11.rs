//! The table `random/t11`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t11`:
// - Settings of the index `by_kind`: AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 50.
// - Settings of the index `self`: AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 4.
// - The index `by_kind` on (ByKind, 2nd) cover (userId), async: the table is already sorted by
//   these columns; `apply` leaves it alone.

/// A row of the table `random/t11`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t11")]
// TODO: the table has no rows that would show whether `ByKind` is a hash of the columns after it.
// If it is, write `primary_key(ByKind = xxh3(...), ...)` and remove its field.
#[ydb(primary_key(by_kind, _2nd, at))]
#[ydb(partitioning(uniform = 4))]
#[ydb(read_replicas = "PER_AZ:1")]
#[ydb(changefeed(id, mode = old_image, min_partitions = 3))]
#[ydb(changefeed(at, mode = new_and_old_images, format = debezium_json))]
#[ydb(index("self", on(_2nd, at), async))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `ByKind` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct T11 {
    #[ydb(rename = "ByKind")]
    pub by_kind: u64,
    #[ydb(rename = "2nd")]
    pub _2nd: i64,
    pub at: u32,
    #[ydb(rename = "userId", type = "Timestamp64")]
    pub user_id: Option<SystemTime>,
    pub c4: u16,
}
