//! YDB's page on primary keys, "NULL value in a key column": here in the column that leads.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: Option<u64>,
    customer_id: Option<u64>,
    amount: Option<f64>,
}

fn main() {}
