use ydb_keys::YdbTable;

/// A row of the table `split_at_borders`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "split_at_borders")]
#[ydb(primary_key(shard, id))]
#[ydb(partitioning(by_size = 512, max = 40, at_keys((1))))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `shard` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct SplitAtBorders {
    pub shard: u32,
    pub id: u64,
}
