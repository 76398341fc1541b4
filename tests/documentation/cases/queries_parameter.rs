//! The guide: a query whose parameter has another type than its column.

use ydb_keys::{YdbTable, yql};

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    amount: Option<f64>,
}

fn main() {
    let id = "1001";
    let _ = yql!("SELECT amount FROM {Order} WHERE order_id = $id", id);
}
