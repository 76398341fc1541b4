// More partitions than YDB makes.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(partitioning(uniform = 35001))]
struct Order {
    order_id: u64,
}

fn main() {}
