// The documentation: PRIMARY KEY (timestamp, userid).

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "user_events")]
#[ydb(primary_key(timestamp, userid))]
struct UserEvent {
    timestamp: SystemTime,
    userid: u64,
    userevent: Option<String>,
}

fn main() {}
