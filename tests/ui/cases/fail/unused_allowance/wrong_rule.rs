// Another rule is broken than the allowed one: both are reported.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
#[ydb(allow(monotonic_leading_key, reason = "few rows"))]
struct Thing {
    id: u64,
}

fn main() {}
