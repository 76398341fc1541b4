use std::time::Duration;

use ydb_keys::YdbTable;

/// A row of the table `hashed_interval`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "hashed_interval")]
// `hash` was numeric_hash(took) in the only sampled row.
#[ydb(primary_key(hash = numeric_hash(took), took))]
pub struct HashedInterval {
    // A `Duration` cannot be negative; `chrono::TimeDelta` (feature `chrono`) can.
    pub took: Duration,
}
