// An allowance without a reason.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(at))]
#[ydb(allow(monotonic_leading_key))]
struct Event {
    at: SystemTime,
}

fn main() {}
