// A TTL column that is not a field.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(ttl(column = create_at, after = "P30D"))]
struct Order {
    order_id: u64,
    created_at: SystemTime,
}

fn main() {}
