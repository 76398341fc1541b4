// A rule allowed twice.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(at))]
#[ydb(allow(monotonic_leading_key, reason = "few rows"))]
#[ydb(allow(monotonic_leading_key, reason = "really few"))]
struct Event {
    at: SystemTime,
}

fn main() {}
