// The leading column does not grow.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id, at))]
#[ydb(allow(monotonic_leading_key, reason = "few rows"))]
struct Thing {
    id: String,
    at: SystemTime,
}

fn main() {}
