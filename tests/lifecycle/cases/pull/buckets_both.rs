use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `both`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "both")]
#[ydb(primary_key(shard, at, id))]
#[ydb(partitioning(by_load, at_keys((1))))]
#[ydb(index(by_change, on(change_shard, changed)))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `shard` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct Both {
    pub shard: u32,
    pub change_shard: u32,
    pub id: u64,
    pub at: SystemTime,
    pub changed: Option<SystemTime>,
}
