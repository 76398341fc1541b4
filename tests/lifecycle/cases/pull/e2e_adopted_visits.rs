use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `ydb_keys_e2e/adopted/visits`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/adopted/visits")]
// `visit_hash` was xxh3(site, user) in all 20 sampled rows.
#[ydb(primary_key(visit_hash = xxh3(site, user), site, user, at))]
// The key columns lack NOT NULL, and YDB cannot add it. A row with NULL in its key cannot be read;
// `SELECT * FROM `ydb_keys_e2e/adopted/visits` WHERE `visit_hash` IS NULL OR `site` IS NULL OR
// `user` IS NULL OR `at` IS NULL` lists such rows.
#[ydb(key_not_null = false)]
#[ydb(partitioning(uniform = 16))]
pub struct Visits {
    pub user: i32,
    pub site: String,
    #[ydb(type = "Datetime")]
    pub at: SystemTime,
    pub pages: Option<u32>,
}
