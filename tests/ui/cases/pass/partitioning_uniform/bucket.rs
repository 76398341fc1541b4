// A bucket leads: the table is split at the borders of its buckets, or as its author says.
#![allow(dead_code)]

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(id) % 16, at, id))]
#[ydb(partitioning(by_load, max = 20))]
struct Event {
    at: SystemTime,
    id: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(id) % 16, at, id))]
#[ydb(partitioning(at_keys((4), (8), (12)), by_load))]
struct FewPartitions {
    at: SystemTime,
    id: u64,
}

fn main() {}
