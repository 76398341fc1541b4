// The documentation: a Serial as the leading column.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "orders")]
#[ydb(primary_key(order_id))]
struct Order {
    #[ydb(serial)]
    order_id: i64,
    customer_id: u64,
    amount: Option<f64>,
}

fn main() {}
