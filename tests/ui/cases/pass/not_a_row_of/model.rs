// A model is a row of its own table.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_customer, on(customer_id, number)))]
struct Order {
    order_id: u64,
    customer_id: u64,
    number: String,
}

fn main() {
    let _ = Order::scan().order_id(1).select::<Order>();
    let _ = Order::get(1).select::<Order>();
    let _ = Order::get_many([1]).select::<Order>();
}
