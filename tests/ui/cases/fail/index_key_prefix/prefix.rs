// An index on the first column of the key.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(customer, order_id))]
#[ydb(index(by_customer, on(customer)))]
struct Order {
    customer: String,
    order_id: u64,
}

fn main() {}
