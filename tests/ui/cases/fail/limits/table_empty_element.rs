// A path with an empty element.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "dir//orders")]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
}

fn main() {}
