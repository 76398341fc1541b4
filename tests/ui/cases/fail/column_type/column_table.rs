// Types that a column table cannot hold.

use std::time::Duration;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(store = column)]
#[ydb(primary_key(id))]
struct Thing {
    id: u64,
    length: Duration,
    #[ydb(type = "DyNumber")]
    number: String,
}

fn main() {}
