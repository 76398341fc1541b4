// More split points than partitions.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(partitioning(at_keys(10, 20, 30), max = 3))]
struct Order {
    order_id: u64,
}

fn main() {}
