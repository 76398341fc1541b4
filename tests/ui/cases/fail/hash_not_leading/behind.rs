// A hash after another column.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(customer, order_hash = xxh3(order_id), order_id))]
struct Order {
    customer: String,
    order_id: u64,
}

fn main() {}
