// A hash over a column outside the key.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = xxh3(customer_id), order_id))]
struct Order {
    order_id: u64,
    customer_id: u64,
}

fn main() {}
