// A plain integer after a text.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(customer, order_id))]
struct Order {
    customer: String,
    order_id: u64,
}

fn main() {}
