// A value of another type.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "user_events")]
#[ydb(primary_key(userhash = xxh3(userid), userid, timestamp))]
struct UserEvent {
    timestamp: SystemTime,
    userid: u64,
    userevent: Option<String>,
}

fn main() {
    let _ = UserEvent::scan().userid("alice").statement();
}
