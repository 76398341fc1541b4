//! The table `random/t31`.

use std::time::Duration;

use ydb_keys::YdbTable;

/// A row of the table `random/t31`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t31")]
#[ydb(primary_key(at))]
#[ydb(partitioning(by_load))]
#[ydb(ttl(column = at, after = "P1D", unit = seconds))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `at` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct T31 {
    pub at: u32,
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    #[ydb(type = "Interval64")]
    pub c1: Duration,
}
