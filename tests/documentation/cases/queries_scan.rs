//! The guide: a query that reads all rows of a table.

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
    let _ = yql!("SELECT order_id, customer_id FROM {Order} WHERE amount >= $least", least = 100.0);
}
