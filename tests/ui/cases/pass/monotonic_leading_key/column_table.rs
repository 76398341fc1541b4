// A time leads the key of a column table, where order is not partitioning.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(store = column)]
#[ydb(primary_key(at, id))]
struct Event {
    at: SystemTime,
    id: u64,
}

fn main() {}
