// A model without a key is used.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "orders")]
struct Order {
    order_id: u64,
    amount: Option<f64>,
}

fn main() {
    let order = Order { order_id: 1, amount: None };
    let _ = order.upsert().statement();
    let _ = Order::get(1).statement();
    let _ = Order::scan().order_id(1).statement();
}
