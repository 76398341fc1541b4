// More at least than at most.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(partitioning(min = 10, max = 5))]
struct Order {
    order_id: u64,
}

fn main() {}
