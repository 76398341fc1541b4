// A word that is like no attribute.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(engine = "rocksdb")]
struct Order {
    order_id: u64,
}

fn main() {}
