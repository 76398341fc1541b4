// Hashes and buckets of few values or of days in front of an index.

use chrono::NaiveDate;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id, paid))]
#[ydb(index(by_time, on(time_shard = xxh3(paid) % 8, at), async))]
struct Few {
    id: String,
    paid: bool,
    at: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(shop, day))]
#[ydb(index(by_day, on(day_hash = xxh3(day), day)))]
struct Days {
    shop: String,
    day: NaiveDate,
}

#[derive(YdbTable)]
#[ydb(primary_key(day, paid))]
#[ydb(index(by_time, on(time_shard = xxh3(day, paid) % 8, at)))]
#[ydb(allow(monotonic_leading_key, reason = "a few rows a day"))]
struct NothingElse {
    day: NaiveDate,
    paid: bool,
    at: u64,
}

fn main() {}
