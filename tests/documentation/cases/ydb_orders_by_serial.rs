//! YDB's page on primary keys: a SERIAL as the only key column.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_id))]
struct Order {
    #[ydb(serial)]
    order_id: i64,
    customer_id: Option<u64>,
    amount: Option<f64>,
}

fn main() {}
