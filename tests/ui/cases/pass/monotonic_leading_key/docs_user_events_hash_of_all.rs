// The documentation: a hash of the entire primary key.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "user_events")]
#[ydb(primary_key(userhash = xxh3(timestamp, userid), timestamp, userid))]
struct UserEvent {
    timestamp: SystemTime,
    userid: u64,
    userevent: Option<String>,
}

fn main() {}
