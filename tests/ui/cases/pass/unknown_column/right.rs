// The names of the fields, in every place that takes one.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "orders")]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_customer, on(customer_id), cover(amount)))]
#[ydb(ttl(column = created_at, after = "P30D"))]
struct Order {
    #[ydb(rename = "id")]
    order_id: u64,
    customer_id: u64,
    amount: Option<f64>,
    created_at: SystemTime,
}

fn main() {}
