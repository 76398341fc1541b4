// An attribute of the struct on a field.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    #[ydb(index(by_id, on(order_id)))]
    order_id: u64,
}

fn main() {}
