// A number beyond 32 bits.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(partitioning(max = 5000000000))]
struct Order {
    order_id: u64,
}

fn main() {}
