// An optional column that is hashed.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = xxh3(order_id), order_id))]
struct Order {
    order_id: Option<u64>,
}

fn main() {}
