// A model with a mistake in its attributes is used: the mistake is the one error.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "orders")]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(bloom_filtr)]
struct Order {
    order_id: u64,
    amount: Option<f64>,
}

fn main() {
    let order = Order { order_id: 1, amount: None };
    let _ = order.upsert().statement();
    let _ = Order::get(1).statement();
    let _ = Order::update(1).amount(None).statement();
    let _ = Order::scan().order_id(1).statement();
}
