// An allowance of a rule that is nearly one.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(at))]
#[ydb(allow(monotonic_key, reason = "few rows"))]
struct Event {
    at: SystemTime,
}

fn main() {}
