// A sequence that is said to be spread.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(customer_id, order_id))]
struct Order {
    customer_id: String,
    #[ydb(serial, dispersed)]
    order_id: i64,
}

fn main() {}
