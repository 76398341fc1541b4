//! The table `random/t28`.

use std::time::{Duration, SystemTime};

use ydb_keys::{Decimal, YdbTable};

/// A row of the table `random/t28`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t28")]
#[ydb(primary_key(c0, kind))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `random/t28` WHERE `c0` IS NULL OR `kind` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(ttl(column = c5, after = "P1D"))]
#[ydb(changefeed(id, mode = new_and_old_images, format = debezium_json))]
pub struct T28 {
    pub c0: String,
    #[ydb(type = "DyNumber")]
    pub kind: String,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    #[ydb(type = "Interval64")]
    pub user_id: Duration,
    #[ydb(rename = "by-kind", default = "1.5")]
    pub by_kind: Decimal<22, 9>,
    pub c4: u8,
    #[ydb(type = "Timestamp64")]
    pub c5: Option<SystemTime>,
    pub c6: f32,
}
