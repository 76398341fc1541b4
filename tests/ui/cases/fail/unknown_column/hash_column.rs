// The hash column as an index column.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_hash, on(order_hash)))]
struct Order {
    order_id: u64,
}

fn main() {}
