//! README.md: the hash column is written as a field too, where it could be filled in wrongly.

use std::time::SystemTime;
use ydb_keys::YdbTable;

#[derive(YdbTable, Debug)]
#[ydb(table = "user_events")]
#[ydb(primary_key(userhash = xxh3(userid), userid, timestamp))]
struct UserEvent {
    userhash: u64,
    userid: u64,
    timestamp: SystemTime,
    userevent: Option<String>,
}

fn main() {}
