// Cut evenly and by keys.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(partitioning(uniform = 4, at_keys(10, 20)))]
struct Order {
    order_id: u64,
}

fn main() {}
