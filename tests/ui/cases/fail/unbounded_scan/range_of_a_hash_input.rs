// A range of a column that is hashed.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "orders")]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    amount: Option<f64>,
}

fn main() {
    let _ = Order::scan().order_id(1..5).statement();
}
