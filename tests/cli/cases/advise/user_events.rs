use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `user_events`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "user_events")]
#[ydb(primary_key(userid_hash = xxh3(userid), userid, timestamp))]
#[ydb(partitioning(by_load, uniform = 16))]
pub struct UserEvents {
    pub userid: u64,
    pub timestamp: SystemTime,
    pub kind: String,
    pub note: Option<String>,
}
