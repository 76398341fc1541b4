// A time is the whole key.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(at))]
struct Event {
    at: SystemTime,
}

fn main() {}
