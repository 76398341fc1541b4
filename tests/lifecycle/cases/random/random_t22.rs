//! The table `random/t22`.

use std::time::SystemTime;

use ydb_keys::YdbTable;

// What this model does not declare of the table `random/t22`:
// - Settings of the index `self`: AUTO_PARTITIONING_MAX_PARTITIONS_COUNT = 50.
// - The index `self` on (c0), unique: the table is already sorted by these columns; `apply` leaves
//   it alone.

/// A row of the table `random/t22`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "random/t22")]
#[ydb(primary_key(c0, c1))]
#[ydb(ttl(column = c1, after = "PT0S", unit = seconds))]
#[ydb(allow(
    monotonic_leading_key,
    reason = "TODO: every insert goes to the table's last partition"
))]
pub struct T22 {
    #[ydb(type = "Datetime64")]
    pub c0: SystemTime,
    pub c1: u32,
}
