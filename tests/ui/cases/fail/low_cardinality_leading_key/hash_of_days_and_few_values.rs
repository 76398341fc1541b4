// Hashes over dates and a handful of values, in any mixture.

use chrono::NaiveDate;
use ydb_keys::{YdbColumn, YdbTable};

#[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
enum Status {
    New,
    Paid,
}

#[derive(YdbTable)]
#[ydb(primary_key(hash = xxh3(day, status), day, status, order_id))]
struct DayAndEnum {
    #[ydb(type = "Date32")]
    day: NaiveDate,
    status: Status,
    order_id: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(hash = xxh3(shard, day, paid), shard, day, paid))]
struct AllKinds {
    shard: u8,
    day: NaiveDate,
    paid: bool,
}

fn main() {}
