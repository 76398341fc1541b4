//! The table `random/t37`.

use std::time::{Duration, SystemTime};

use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t37`:
// - Settings of the index `scan`: AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 4.
// - Settings of the index `type`: AUTO_PARTITIONING_BY_LOAD = ENABLED.
// - The index `by_kind` on (c0) cover (2nd), unique: the table is already sorted by these columns;
//   `apply` leaves it alone.

/// A row of the table `random/t37`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t37")]
#[ydb(primary_key(c0, user_id, c2))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `random/t37` WHERE `c0` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(changefeed(id, mode = keys_only, virtual_timestamps))]
#[ydb(index(key, on(c2, _2nd, by_kind), as = T37KeyIndex))]
#[ydb(index("type", on(c0, user_id, by_kind), unique))]
#[ydb(index(scan, on(scan), cover(_2nd, c8), as = T37ScanIndex))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `c0` a sequence? If its values are spread, declare it `dispersed`"
))]
#[ydb(allow(
    hot_index,
    reason = "TODO: a few partitions of `key` take all its writes"
))]
pub struct T37 {
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    #[ydb(type = "Interval64")]
    pub c0: Duration,
    #[ydb(rename = "userId")]
    pub user_id: Vec<u8>,
    pub c2: i8,
    pub c3: bool,
    pub scan: Option<Vec<u8>>,
    #[ydb(rename = "2nd", type = "Datetime64")]
    pub _2nd: SystemTime,
    #[ydb(type = "JsonDocument")]
    pub c6: String,
    pub by_kind: Option<u16>,
    pub c8: Option<f32>,
    #[ydb(type = "JsonDocument")]
    pub c9: Option<String>,
}
