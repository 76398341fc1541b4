//! README.md, and its scan of one user.

use std::time::SystemTime;
use ydb_keys::YdbTable;

#[derive(YdbTable, Debug)]
#[ydb(table = "user_events")]
#[ydb(primary_key(userhash = xxh3(userid), userid, timestamp))]
#[ydb(partitioning(uniform = 16, by_load), ttl(column = timestamp, after = "P30D"))]
struct UserEvent {
    userid: u64,
    timestamp: SystemTime,
    userevent: Option<String>,
}

fn main() {
    let event = UserEvent { userid: 42, timestamp: SystemTime::UNIX_EPOCH, userevent: Some("login".into()) };
    println!("{event:?}");
    let scan = UserEvent::scan().userid(42).timestamp(SystemTime::UNIX_EPOCH..);
    assert!(scan.statement().is_ok());
}
