// A serial leads.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_id, customer_id))]
struct Order {
    #[ydb(serial)]
    order_id: i64,
    customer_id: u64,
}

fn main() {}
