// The 64-bit interval in a column table.

use std::time::Duration;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(store = column)]
#[ydb(primary_key(id))]
struct Thing {
    id: u64,
    #[ydb(type = "Interval64")]
    length: Duration,
}

fn main() {}
