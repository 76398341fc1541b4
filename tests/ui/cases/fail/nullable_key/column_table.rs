// An optional key column of a column table.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(store = column)]
#[ydb(primary_key(user_id, at))]
struct Event {
    user_id: String,
    at: Option<SystemTime>,
}

fn main() {}
