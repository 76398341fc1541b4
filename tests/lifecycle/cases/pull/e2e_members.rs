use ydb_keys::YdbTable;

/// A row of the table `ydb_keys_e2e/members`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/members")]
// `hash` was xxh3(email) in all 20 sampled rows.
#[ydb(primary_key(hash = xxh3(email), email))]
#[ydb(partitioning(uniform = 16))]
pub struct Members {
    pub email: String,
    pub points: u32,
}
