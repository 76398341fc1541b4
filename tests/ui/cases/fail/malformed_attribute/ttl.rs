// A TTL as a text.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(ttl = "P30D")]
struct Order {
    order_id: u64,
    at: SystemTime,
}

fn main() {}
