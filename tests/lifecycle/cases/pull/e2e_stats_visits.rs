use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `ydb_keys_e2e/stats/visits`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/stats/visits")]
// `visit_hash` was xxh3(user, site) in all 20 sampled rows.
#[ydb(primary_key(visit_hash = xxh3(user, site), site, user, at))]
#[ydb(partitioning(uniform = 16))]
pub struct Visits {
    pub user: u64,
    pub site: String,
    #[ydb(type = "Datetime")]
    pub at: SystemTime,
    pub pages: Option<u32>,
}
