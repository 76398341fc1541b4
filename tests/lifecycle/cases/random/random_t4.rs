//! The table `random/t4`.

use std::time::{Duration, SystemTime};

use ydb_keys::{Decimal, YdbTable};

// What this model does not declare of the table `random/t4`:
// - Settings of the index `limit`: AUTO_PARTITIONING_BY_SIZE = ENABLED,
//   AUTO_PARTITIONING_PARTITION_SIZE_MB = 500.
// - Of the family `hot`: CACHE_MODE = "in_memory".
// - The index `scan` on (2nd, ByKind), sync: the table is already sorted by these columns; `apply`
//   leaves it alone.

/// A row of the table `random/t4`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t4")]
#[ydb(primary_key(_2nd, by_kind, c2))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `random/t4` WHERE `2nd` IS NULL OR `ByKind` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(partitioning(by_size = 500, min = 4))]
#[ydb(changefeed(id, mode = keys_only, virtual_timestamps))]
#[ydb(family(hot, compression = "off"))]
#[ydb(index(userId, on(by_kind, c2, c3), cover(c5, c8), async))]
#[ydb(index(by_kind, on(_2nd, by_kind, c3), cover(c4, c7)))]
#[ydb(index("type", on(_2nd, c2, c7), cover(self_value), unique))]
#[ydb(index(limit, on(by_kind, c2, c3), cover(c6, c7)))]
#[ydb(allow(
    monotonic_leading_key,
    reason = "TODO: every insert goes to the table's last partition"
))]
#[ydb(allow(
    hot_index,
    reason = "TODO: every insert writes to the last partition of `by_kind`"
))]
pub struct T4 {
    #[ydb(rename = "2nd", type = "Timestamp64")]
    pub _2nd: SystemTime,
    #[ydb(rename = "ByKind")]
    pub by_kind: i64,
    pub c2: SystemTime,
    #[ydb(type = "Date", family = "hot")]
    pub c3: SystemTime,
    #[ydb(family = "hot")]
    pub c4: Option<bool>,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    #[ydb(type = "Interval64")]
    pub c5: Duration,
    #[ydb(type = "Json", family = "hot")]
    pub c6: String,
    #[ydb(family = "hot")]
    pub c7: Decimal<22, 9>,
    #[ydb(default = 18446744073709551615)]
    pub c8: u64,
    #[ydb(rename = "self", type = "DyNumber", family = "hot")]
    pub self_value: Option<String>,
}
