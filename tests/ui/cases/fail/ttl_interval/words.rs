// A duration in words.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(ttl(column = at, after = "30 days"))]
struct Order {
    order_id: u64,
    at: SystemTime,
    seconds: u32,
    name: String,
}

fn main() {}
