// An index with its columns first.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(on(at)))]
struct Order {
    order_id: u64,
    at: u64,
}

fn main() {}
