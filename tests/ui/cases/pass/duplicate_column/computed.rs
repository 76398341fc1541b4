// A computed column for the key and for each index.
#![allow(dead_code)]

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(id) % 16, at, id))]
#[ydb(index(by_name, on(name_shard = xxh3(id) % 16, name)))]
#[ydb(index(by_time, on(time_shard = xxh3(id) % 16, changed)))]
struct Event {
    id: u64,
    at: u64,
    changed: u64,
    name: String,
}

fn main() {}
