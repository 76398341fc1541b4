// The partition key has many values.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(store = column)]
#[ydb(primary_key(at, id))]
#[ydb(allow(column_partition_key, reason = "few rows"))]
struct Thing {
    id: u64,
    at: SystemTime,
}

fn main() {}
