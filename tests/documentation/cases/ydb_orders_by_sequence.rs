//! YDB's page on primary keys: `PRIMARY KEY (order_id, customer_id)` where the ids come from a sequence.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_id, customer_id))]
struct Order {
    #[ydb(monotonic)]
    order_id: u64,
    customer_id: u64,
    amount: Option<f64>,
}

fn main() {}
