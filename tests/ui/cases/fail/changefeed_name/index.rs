// A changefeed called like an index.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_customer, on(customer)))]
#[ydb(changefeed(by_customer, mode = updates))]
struct Order {
    order_id: u64,
    customer: Option<String>,
}

fn main() {}
