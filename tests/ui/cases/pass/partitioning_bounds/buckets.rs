// As many partitions at most as buckets; fewer, where the author says how the table is split.
#![allow(dead_code)]

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(id) % 16, id))]
#[ydb(partitioning(max = 16))]
struct Event {
    id: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(id) % 16, id))]
#[ydb(partitioning(at_keys((8)), max = 4))]
struct Halves {
    id: u64,
}

fn main() {}
