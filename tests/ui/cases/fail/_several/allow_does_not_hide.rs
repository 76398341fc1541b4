// An allowance silences its own rule only.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(at, line))]
#[ydb(index(by_flag, on(flag)))]
#[ydb(allow(monotonic_leading_key, reason = "few rows"))]
struct Order {
    at: SystemTime,
    line: Option<u64>,
    flag: bool,
}

fn main() {}
