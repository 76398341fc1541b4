use ydb_keys::YdbTable;

/// A row of the table `dispersed`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "dispersed")]
#[ydb(primary_key(shard))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `shard` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct Dispersed {
    pub shard: u32,
}
