// An index with a time at the end.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_customer, on(customer_id, at)))]
struct Order {
    order_id: u64,
    customer_id: u64,
    at: SystemTime,
}

fn main() {}
