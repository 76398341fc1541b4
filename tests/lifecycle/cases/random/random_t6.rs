//! The table `random/t6`.

use std::time::{Duration, SystemTime};

use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `random/t6`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t6")]
#[ydb(store = column)]
#[ydb(primary_key(c0, c1))]
#[ydb(partitioning(min = 64))]
pub struct T6 {
    pub c0: SystemTime,
    pub c1: u64,
    pub c2: Option<i64>,
    #[ydb(rename = "BY_KIND", type = "Timestamp64")]
    pub by_kind: Option<SystemTime>,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    #[ydb(type = "Interval64")]
    pub id: Duration,
    #[ydb(rename = "a-b")]
    pub a_b: Vec<u8>,
    pub c6: Option<Uuid>,
    pub c7: u16,
    pub c8: i16,
}
