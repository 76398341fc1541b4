use ydb_keys::YdbTable;

/// A row of the table `ydb_keys_e2e/tickets`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/tickets")]
// `tenant_hash` was xxh3(tenant) in all 20 sampled rows.
#[ydb(primary_key(tenant_hash = xxh3(tenant), tenant, number))]
pub struct Tickets {
    pub tenant: String,
    #[ydb(serial)]
    pub number: i64,
    #[ydb(serial)]
    pub queue: i32,
    #[ydb(default = "new")]
    pub status: Option<String>,
}
