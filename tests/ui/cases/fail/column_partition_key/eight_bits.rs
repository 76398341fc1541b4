// Column tables partitioned by 8-bit integers, and by these and dates.

use chrono::NaiveDate;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(store = column, primary_key(kind, name), partition_by_hash(kind))]
struct Kinds {
    kind: u8,
    name: String,
}

#[derive(YdbTable)]
#[ydb(store = column, primary_key(day, kind))]
struct DaysAndKinds {
    day: NaiveDate,
    kind: i8,
}

fn main() {}
