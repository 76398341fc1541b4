// A type that the Rust type cannot carry.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    #[ydb(type = "Uint32")]
    amount: u64,
    #[ydb(type = "Json")]
    at: SystemTime,
}

fn main() {}
