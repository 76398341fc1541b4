// An index whose type would be called like the model.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index("_", on(customer_id)))]
struct Order {
    order_id: u64,
    customer_id: u64,
    number: String,
}

fn main() {}
