//! YDB's page on primary keys, "Good example": `PRIMARY KEY (order_hash, order_id)`.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    customer_id: Option<u64>,
    amount: Option<f64>,
}

fn main() {
    let statement = Order { order_id: 1001, customer_id: Some(10), amount: Some(999.99) }.upsert().statement();
    // `Digest::NumericHash(1001)` in YDB.
    assert!(statement.is_ok_and(|statement| statement.to_string().contains("$order_hash = 10138685143802077350\n")));
}
