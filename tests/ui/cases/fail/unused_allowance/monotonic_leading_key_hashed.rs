// A hash leads.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(hash = xxh3(at), at))]
#[ydb(allow(monotonic_leading_key, reason = "few rows"))]
struct Thing {
    at: SystemTime,
}

fn main() {}
