// A model whose `primary_key` is misspelt is used.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "orders")]
#[ydb(primary_kye(order_id))]
struct Order {
    order_id: u64,
    amount: Option<f64>,
}

fn main() {
    let order = Order { order_id: 1, amount: None };
    let _ = order.upsert().statement();
    let _ = Order::get(1).statement();
}
