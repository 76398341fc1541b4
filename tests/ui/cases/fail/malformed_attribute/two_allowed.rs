// Two rules in one allowance.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(at))]
#[ydb(allow(monotonic_leading_key, hot_index, reason = "few rows"))]
struct Order {
    at: SystemTime,
}

fn main() {}
