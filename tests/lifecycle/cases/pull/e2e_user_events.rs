use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `ydb_keys_e2e/user_events`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "ydb_keys_e2e/user_events")]
// `userhash` was xxh3(userid) in all 20 sampled rows.
#[ydb(primary_key(userhash = xxh3(userid), userid, timestamp))]
#[ydb(partitioning(uniform = 16))]
pub struct UserEvents {
    pub userid: u64,
    pub timestamp: SystemTime,
    pub userevent: Option<String>,
}
