use ydb_keys::YdbTable;

/// A row of the table `ydb_keys_e2e/accounts`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/accounts")]
// `hash` was int_hash64(number) in all 20 sampled rows.
#[ydb(primary_key(hash = int_hash64(number), number))]
#[ydb(partitioning(uniform = 16))]
pub struct Accounts {
    pub number: u64,
    pub sum: i64,
}
