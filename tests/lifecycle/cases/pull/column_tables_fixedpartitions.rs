use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `fixed_partitions`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "fixed_partitions")]
#[ydb(store = column)]
#[ydb(primary_key(user, at))]
#[ydb(partitioning(min = 10))]
pub struct FixedPartitions {
    pub user: u64,
    pub at: SystemTime,
}
