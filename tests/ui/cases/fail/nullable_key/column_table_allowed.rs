// A column table refuses it, allowed or not.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(store = column)]
#[ydb(primary_key(user_id, at))]
#[ydb(allow(nullable_key, reason = "old rows have no time"))]
struct Event {
    user_id: String,
    at: Option<SystemTime>,
}

fn main() {}
