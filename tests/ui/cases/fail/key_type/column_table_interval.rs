// An interval in the key of a column table.

use std::time::Duration;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(store = column)]
#[ydb(primary_key(id, length))]
struct Thing {
    id: u64,
    length: Duration,
}

fn main() {}
