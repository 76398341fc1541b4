use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `feed`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "feed")]
#[ydb(primary_key(shard, at, event_id))]
#[ydb(partitioning(by_load, at_keys((1), (2), (3))))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `shard` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct Feed {
    pub shard: u32,
    pub at: SystemTime,
    pub event_id: u64,
    pub note: Option<String>,
}
