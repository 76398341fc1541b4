//! The table `random/t36`.

use std::time::{Duration, SystemTime};

use ydb_keys::YdbTable;

/// A row of the table `random/t36`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t36")]
#[ydb(primary_key(limit_value, user_id, key))]
#[ydb(partitioning(max = 50))]
#[ydb(ttl(column = limit_value, after = "PT0S"))]
#[ydb(index(userId, on(limit_value, kind, at), cover(id)))]
#[ydb(allow(
    monotonic_leading_key,
    reason = "TODO: every insert goes to the table's last partition"
))]
#[ydb(allow(
    nullable_key,
    reason = "TODO: no `=` and no `<` finds rows with NULL in the key"
))]
#[ydb(allow(
    hot_index,
    reason = "TODO: every insert writes to the last partition of `userId`"
))]
pub struct T36 {
    #[ydb(rename = "limit")]
    pub limit_value: SystemTime,
    #[ydb(rename = "userId")]
    pub user_id: Option<i64>,
    pub key: Option<i32>,
    pub kind: i16,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    #[ydb(type = "Interval64")]
    pub at: Option<Duration>,
    pub id: Option<String>,
}
