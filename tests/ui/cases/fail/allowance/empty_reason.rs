// An allowance with an empty reason.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(at))]
#[ydb(allow(monotonic_leading_key, reason = " "))]
struct Event {
    at: SystemTime,
}

fn main() {}
