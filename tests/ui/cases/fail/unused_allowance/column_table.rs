// The rules of leading columns are not those of column tables.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(store = column)]
#[ydb(primary_key(at, id))]
#[ydb(allow(monotonic_leading_key, reason = "few rows"))]
#[ydb(allow(undeclared_leading_key, reason = "few rows"))]
#[ydb(allow(low_cardinality_leading_key, reason = "few rows"))]
struct Thing {
    id: u64,
    at: SystemTime,
}

fn main() {}
