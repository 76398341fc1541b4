// ReadRows of a table with an index, be it asynchronous.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_customer, on(customer_id), async))]
struct Order {
    order_id: u64,
    customer_id: u64,
    number: String,
}

fn main() {
    let _ = Order::read_rows([1]);
}
