use ydb_keys::YdbTable;

/// A row of the table `pairs`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "pairs")]
// No hash that a model can have gives the values of `hash` in all 2 rows that were looked at, so it
// is a column like others.
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
