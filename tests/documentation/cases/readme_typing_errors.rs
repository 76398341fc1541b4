//! README.md with three typing errors: all of them are reported in one compile.

use std::time::SystemTime;
use ydb_keys::YdbTable;

#[derive(YdbTable, Debug)]
#[ydb(table = "user_events")]
#[ydb(primary_key(userhash = xxh33(userid), userid, time))]
#[ydb(partitioning(uniform = 16, by_laod))]
struct UserEvent {
    userid: u64,
    timestamp: SystemTime,
    userevent: Option<String>,
}

fn main() {}
