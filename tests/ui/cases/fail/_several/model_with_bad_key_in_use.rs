// A model whose key has an unknown column is used.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "orders")]
#[ydb(primary_key(order_hash = numeric_hash(orderid), order_id))]
struct Order {
    order_id: u64,
    amount: Option<f64>,
}

fn main() {
    let _ = Order::get(1).statement();
    let _ = Order::scan().order_id(1).statement();
}
