// A key and its cures: the bucket is called differently where the name is taken, and is made of no serial.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(at, event_id))]
struct Taken {
    at: SystemTime,
    event_id: u64,
    shard: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(number, customer))]
struct Serial {
    #[ydb(serial)]
    number: i64,
    customer: String,
}

fn main() {}
