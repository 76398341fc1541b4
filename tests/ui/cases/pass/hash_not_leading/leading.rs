// A hash in front.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = xxh3(order_id), customer, order_id))]
struct Order {
    customer: String,
    order_id: u64,
}

fn main() {}
