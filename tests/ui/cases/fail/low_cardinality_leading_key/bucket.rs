// Buckets of few values and of days; few values in front of a time, whose order a bucket keeps.

use std::time::SystemTime;

use chrono::NaiveDate;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(paid) % 16, paid, id))]
struct Few {
    paid: bool,
    id: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(day) % 16, day, id))]
struct Days {
    day: NaiveDate,
    id: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(paid, at, id))]
struct InOrder {
    paid: bool,
    at: SystemTime,
    id: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(shard, at, id))]
struct OwnShard {
    shard: u8,
    at: SystemTime,
    id: u64,
}

fn main() {}
