// An index that starts with a bool.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_state, on(paid, customer_id)))]
struct Order {
    order_id: u64,
    customer_id: u64,
    paid: bool,
}

fn main() {}
