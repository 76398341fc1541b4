use ydb_keys::YdbTable;

/// A row of the table `pairs`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "pairs")]
// No hash that a model can declare gives the values of `hash` in all 2 sampled rows, so it is an
// ordinary column.
#[ydb(primary_key(hash, left, right))]
#[ydb(allow(
    undeclared_leading_key,
    reason = "TODO: is `hash` a sequence? If its values are spread, declare it `dispersed`"
))]
pub struct Pairs {
    pub hash: u64,
    pub left: u64,
    pub right: u64,
}
