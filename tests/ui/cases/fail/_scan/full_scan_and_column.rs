// A key column after `full_scan`.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "orders")]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    amount: Option<f64>,
}

fn main() {
    let _ = Order::scan().full_scan().order_id(5).statement();
}
