use std::time::Duration;

use ydb_keys::YdbTable;

/// A row of the table `hashed_interval`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "hashed_interval")]
// `hash` was numeric_hash(took) in the one row that was looked at.
#[ydb(primary_key(hash = numeric_hash(took), took))]
pub struct HashedInterval {
    // A negative one does not fit a `Duration`; `chrono::TimeDelta` (feature `chrono`) holds it.
    pub took: Duration,
}
