//! README.md: a scan that does not say whose events it reads.

use std::time::SystemTime;
use ydb_keys::YdbTable;

#[derive(YdbTable, Debug)]
#[ydb(table = "user_events")]
#[ydb(primary_key(userhash = xxh3(userid), userid, timestamp))]
struct UserEvent {
    userid: u64,
    timestamp: SystemTime,
    userevent: Option<String>,
}

fn main() {
    let _ = UserEvent::scan().statement();
}
