// The cures of the help.
#![allow(dead_code)]

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(key_bucket = xxh3(event_id) % 16, at, event_id))]
struct Taken {
    at: SystemTime,
    event_id: u64,
    shard: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(customer) % 16, number, customer))]
struct Serial {
    #[ydb(serial)]
    number: i64,
    customer: String,
}

fn main() {}
