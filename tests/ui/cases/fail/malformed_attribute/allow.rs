// An allowance with a text in place of the rule.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(at))]
#[ydb(allow("monotonic_leading_key", reason = "few rows"))]
struct Order {
    at: SystemTime,
}

fn main() {}
