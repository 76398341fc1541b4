//! README.md: the time leads the key, so that all new events go to the last partition.

use std::time::SystemTime;
use ydb_keys::YdbTable;

#[derive(YdbTable, Debug)]
#[ydb(table = "user_events")]
#[ydb(primary_key(timestamp, userid))]
struct UserEvent {
    userid: u64,
    timestamp: SystemTime,
    userevent: Option<String>,
}

fn main() {}
