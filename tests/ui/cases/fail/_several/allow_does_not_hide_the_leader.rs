// Allowing an index does not allow the key, nor the other way round.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(flag))]
#[ydb(allow(hot_index, reason = "few rows"))]
#[ydb(index(by_time, on(at)))]
struct A {
    flag: bool,
    at: SystemTime,
}

#[derive(YdbTable)]
#[ydb(primary_key(flag))]
#[ydb(allow(low_cardinality_leading_key, reason = "few rows"))]
#[ydb(index(by_time, on(at)))]
struct B {
    flag: bool,
    at: SystemTime,
}

fn main() {}
