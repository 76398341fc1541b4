// An index on the whole key.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(customer, order_id))]
#[ydb(index(again, on(customer, order_id)))]
struct Order {
    customer: String,
    order_id: u64,
}

fn main() {}
