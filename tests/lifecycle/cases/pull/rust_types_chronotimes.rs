use std::time::{Duration, SystemTime};

use uuid::Uuid;
use ydb_keys::YdbTable;

/// A row of the table `chrono_times`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "chrono_times")]
#[ydb(primary_key(id))]
pub struct ChronoTimes {
    pub id: Uuid,
    pub at: SystemTime,
    pub naive: SystemTime,
    #[ydb(type = "Date")]
    pub day: SystemTime,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    pub took: Duration,
    #[ydb(type = "Datetime64")]
    pub at_wide: Option<SystemTime>,
    #[ydb(type = "Date")]
    pub naive_day: Option<SystemTime>,
    #[ydb(type = "Date32")]
    pub day_wide: Option<SystemTime>,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    #[ydb(type = "Interval64")]
    pub took_wide: Option<Duration>,
}
