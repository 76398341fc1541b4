// The whole primary key is times, and by default it is the partition key.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(store = column)]
#[ydb(primary_key(at))]
struct Event {
    at: SystemTime,
    id: u64,
}

fn main() {}
