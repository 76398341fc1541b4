// The documentation: PRIMARY KEY (order_id, customer_id), a sequence first.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "orders")]
#[ydb(primary_key(order_id, customer_id))]
struct Order {
    #[ydb(monotonic)]
    order_id: u64,
    customer_id: u64,
    amount: Option<f64>,
}

fn main() {}
