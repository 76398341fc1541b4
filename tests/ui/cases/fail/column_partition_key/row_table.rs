// A partition key of a row table.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(partition_by_hash(order_id))]
struct Order {
    order_id: u64,
}

fn main() {}
