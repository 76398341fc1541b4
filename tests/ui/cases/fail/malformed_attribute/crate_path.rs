// The runtime crate as a text.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(crate = "ydb_keys")]
struct Order {
    order_id: u64,
}

fn main() {}
