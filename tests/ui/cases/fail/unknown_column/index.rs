// An indexed and a covered column that are no fields.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_customer, on(costumer_id), cover(amuont)))]
struct Order {
    order_id: u64,
    customer_id: u64,
    amount: Option<f64>,
}

fn main() {}
