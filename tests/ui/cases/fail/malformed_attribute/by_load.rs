// A load to split by.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(partitioning(by_load = 50))]
struct Order {
    order_id: u64,
}

fn main() {}
