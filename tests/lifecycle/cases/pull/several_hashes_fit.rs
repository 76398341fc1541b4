use ydb_keys::YdbTable;

/// A row of the table `pairs`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "pairs")]
// `hash` was xxh3(left) in the only sampled row.
// TODO: choose the right one; these hashes fit too: xxh3(right).
#[ydb(primary_key(hash = xxh3(left), left, right))]
pub struct Pairs {
    pub left: u64,
    pub right: u64,
}
