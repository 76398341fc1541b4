// A default that is not a literal.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    #[ydb(default = i32::MAX)]
    state: i32,
}

fn main() {}
