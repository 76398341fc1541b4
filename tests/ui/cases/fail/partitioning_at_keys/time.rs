// A split point for a time.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id, at))]
#[ydb(partitioning(at_keys((10, "2024-01-01T00:00:00Z"))))]
struct User {
    #[ydb(dispersed)]
    id: u64,
    at: SystemTime,
}

fn main() {}
