// Two hot indexes are two errors.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_time, on(at)))]
#[ydb(index(by_state, on(paid)))]
struct Order {
    order_id: u64,
    paid: bool,
    at: Option<SystemTime>,
}

fn main() {}
