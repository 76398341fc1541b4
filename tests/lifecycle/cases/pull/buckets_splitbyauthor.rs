use ydb_keys::YdbTable;

/// A row of the table `split_by_author`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "split_by_author")]
#[ydb(primary_key(shard, id))]
#[ydb(partitioning(by_load, at_keys((2), (2, 1000))))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `shard` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct SplitByAuthor {
    pub shard: u32,
    pub id: u64,
}
