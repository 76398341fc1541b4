use ydb_keys::YdbTable;

/// A row of the table `pairs`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "pairs")]
// `hash` is computed as the table's layout attribute says.
#[ydb(primary_key(hash = xxh3(right, left), left, right))]
pub struct Pairs {
    pub left: u64,
    pub right: u64,
}
