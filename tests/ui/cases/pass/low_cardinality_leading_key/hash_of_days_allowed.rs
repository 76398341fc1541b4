// A hash over dates, allowed, and one of an 8-bit integer; and 8-bit integers after the leading column, declared or not.

use chrono::NaiveDate;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(hash = xxh3(day), day))]
#[ydb(allow(low_cardinality_leading_key, reason = "one row a day"))]
struct Day {
    day: NaiveDate,
}

#[derive(YdbTable)]
#[ydb(primary_key(hash = numeric_hash(code), code))]
#[ydb(allow(low_cardinality_leading_key, reason = "256 rows"))]
struct Byte {
    code: u8,
}

#[derive(YdbTable)]
#[ydb(primary_key(name, a, b))]
struct After {
    name: String,
    a: i8,
    #[ydb(dispersed)]
    b: u8,
}

fn main() {}
