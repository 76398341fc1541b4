// A time comes after a column whose values are spread.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id, at))]
struct Event {
    at: SystemTime,
    #[ydb(dispersed)]
    id: u64,
}

fn main() {}
