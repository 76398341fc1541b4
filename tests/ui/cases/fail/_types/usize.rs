// An integer without a width.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(customer, order_id))]
struct Order {
    customer: String,
    order_id: usize,
}

fn main() {}
