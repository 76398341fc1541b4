// A size while splitting by size is off.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(partitioning(by_size = off, by_size = 512))]
struct Order {
    order_id: u64,
}

fn main() {}
