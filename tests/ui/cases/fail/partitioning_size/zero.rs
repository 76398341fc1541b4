// Partitions of no size.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(partitioning(by_size = 0))]
struct Order {
    order_id: u64,
}

fn main() {}
