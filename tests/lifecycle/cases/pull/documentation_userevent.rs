use std::time::SystemTime;

use ydb_keys::YdbTable;

/// A row of the table `user_events`.
#[derive(YdbTable, Clone, Debug, PartialEq)]
#[ydb(table = "user_events")]
// `userhash` was xxh3(userid) in all 3 sampled rows.
#[ydb(primary_key(userhash = xxh3(userid), userid, timestamp))]
pub struct UserEvents {
    pub userid: u64,
    pub timestamp: SystemTime,
    pub userevent: Option<String>,
}
