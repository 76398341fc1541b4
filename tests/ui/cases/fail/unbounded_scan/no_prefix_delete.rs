// A delete that fixes nothing.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "orders")]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    amount: Option<f64>,
}

fn main() {
    let _ = Order::scan().delete().statement();
}
