//! docs/guide/src/rules.md: the hash of a day has one value for all rows of that day.

use std::time::SystemTime;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "visits", primary_key(day_hash = xxh3(day), day, visitor))]
struct Visit {
    #[ydb(type = "Date")]
    day: SystemTime,
    visitor: u64,
}

fn main() {}
