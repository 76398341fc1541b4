//! YDB's page on primary keys, "Poor example": `PRIMARY KEY (order_id)`.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_id))]
struct Order {
    order_id: u64,
    customer_id: Option<u64>,
    amount: Option<f64>,
}

fn main() {}
