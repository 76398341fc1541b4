// The documentation: PRIMARY KEY (userid, timestamp).

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "user_events")]
#[ydb(primary_key(userid, timestamp))]
struct UserEvent {
    timestamp: SystemTime,
    #[ydb(dispersed)]
    userid: u64,
    userevent: Option<String>,
}

fn main() {}
