// No partitions.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(partitioning(min = 0, max = 0))]
struct Order {
    order_id: u64,
}

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(partitioning(uniform = 0))]
struct User {
    order_id: u64,
}

fn main() {}
