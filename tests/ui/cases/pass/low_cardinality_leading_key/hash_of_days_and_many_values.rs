// Hashes that tell the rows of a day apart: by an id, by the moment, by 16 bits.

use std::time::{Duration, SystemTime};

use chrono::NaiveDate;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(hash = xxh3(day, userid), day, userid))]
struct DayAndId {
    day: NaiveDate,
    userid: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(hash = xxh3(day, at, paid), day, at, paid))]
struct DayAndMoment {
    day: NaiveDate,
    at: SystemTime,
    paid: bool,
}

#[derive(YdbTable)]
#[ydb(primary_key(hash = xxh3(paid, at), paid, at))]
struct MomentAndFew {
    paid: bool,
    #[ydb(type = "Datetime")]
    at: SystemTime,
}

#[derive(YdbTable)]
#[ydb(primary_key(hash = numeric_hash(small), small))]
struct SixteenBits {
    small: u16,
}

#[derive(YdbTable)]
#[ydb(primary_key(hash = xxh3(shard, length), shard, length))]
struct EightBitsAndInterval {
    shard: u8,
    length: Duration,
}

fn main() {}
