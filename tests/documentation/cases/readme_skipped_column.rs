//! README.md: a scan by time alone, although the key begins with the user.

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
    let _ = UserEvent::scan().timestamp(SystemTime::UNIX_EPOCH..).statement();
}
