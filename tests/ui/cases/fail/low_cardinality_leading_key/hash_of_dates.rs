// Hashes over whole days: all rows of one day have one hash.

use std::time::SystemTime;

use chrono::NaiveDate;
use ydb_keys::{YdbColumn, YdbTable};

type Today = NaiveDate;
type Later = Today;

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
struct Day(Later);

#[derive(YdbTable)]
#[ydb(primary_key(day_hash = xxh3(day), day, userid))]
struct Alias {
    day: Later,
    userid: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(day_hash = numeric_hash(day), day, at, name))]
struct Newtype {
    day: Day,
    at: SystemTime,
    name: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(day_hash = int_hash64(day), day))]
struct Alone {
    #[ydb(type = "Date32")]
    day: SystemTime,
    userid: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(days = xxh3(from, to), from, to, at))]
struct TwoDays {
    from: NaiveDate,
    #[ydb(type = "Date")]
    to: SystemTime,
    at: SystemTime,
}

fn main() {}
