//! The guide: a query that reads all rows of a table, which has an index for it.

use std::time::SystemTime;
use ydb_keys::{YdbTable, yql};

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_customer, on(customer_id, placed_at)))]
struct Order {
    order_id: u64,
    customer_id: u64,
    placed_at: SystemTime,
    amount: Option<f64>,
}

fn main() {
    let since = SystemTime::now();
    let _ = yql!(
        "SELECT SUM(amount) AS total FROM {Order} WHERE customer_id = $customer AND placed_at >= $since",
        customer = 7,
        since
    );
}
