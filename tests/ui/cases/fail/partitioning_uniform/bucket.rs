// A bucket leads: equal parts of its type's range have no bucket but the first.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(id) % 16, at, id))]
#[ydb(partitioning(uniform = 16, by_load))]
struct Event {
    at: SystemTime,
    id: u64,
}

fn main() {}
