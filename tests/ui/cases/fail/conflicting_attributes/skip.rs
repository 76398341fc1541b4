// A skipped field with attributes of a column.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_id))]
struct Order {
    #[ydb(dispersed)]
    order_id: u64,
    #[ydb(skip, rename = "c", default = 1)]
    cache: u64,
}

fn main() {}
