// A time leads.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(at, id))]
struct Event {
    at: SystemTime,
    id: u64,
}

fn main() {}
