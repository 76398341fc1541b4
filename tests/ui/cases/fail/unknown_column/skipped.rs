// A skipped field is no column.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_id, cache))]
struct Order {
    #[ydb(dispersed)]
    order_id: u64,
    #[ydb(skip)]
    cache: u64,
}

fn main() {}
