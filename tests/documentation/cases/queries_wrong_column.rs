//! The guide: a query with a column that its table does not have.

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

#[derive(YdbTable)]
#[ydb(table = "customers", primary_key(id_hash = numeric_hash(id), id))]
struct Customer {
    id: u64,
    name: String,
}

fn main() {
    let ids = vec![1001_u64, 1002];
    let _ = yql!(
        "SELECT o.order_id AS order_id, o.amont AS amount, c.name AS customer
         FROM {Order} AS o
         JOIN {Customer} AS c ON c.id = o.customer_id
         WHERE o.order_id IN $ids",
        ids
    );
}
