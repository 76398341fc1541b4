// A bad leading column, a bad index, a bad TTL and an allowance of nothing.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_id))]
#[ydb(index(by_time, on(at)))]
#[ydb(ttl(column = order_id, after = "P1D"))]
#[ydb(allow(nullable_key, reason = "none"))]
struct Order {
    order_id: u64,
    at: SystemTime,
}

fn main() {}
