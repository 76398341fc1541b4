// An optional column after the first.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(customer_id, order_id))]
struct Order {
    customer_id: String,
    order_id: Option<u64>,
}

fn main() {}
