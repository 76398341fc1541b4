// Buckets of a column with many values in front of few values, of a day, and of a time; none of them can be allowed.
#![allow(dead_code)]

use std::time::SystemTime;

use chrono::NaiveDate;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(id) % 16, paid, id))]
struct Few {
    paid: bool,
    id: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(id) % 16, day, id))]
struct Days {
    day: NaiveDate,
    id: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(shard = xxh3(at) % 16, at))]
struct Moments {
    at: SystemTime,
}

fn main() {}
