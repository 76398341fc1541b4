// Settings given twice inside partitioning, TTL, an index and a family.

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(partitioning(min = 4, min = 8))]
#[ydb(partitioning(by_load, by_load = off))]
#[ydb(ttl(column = at, after = "P1D", after = "P2D"))]
#[ydb(index(by_state, on(state), on(at)))]
#[ydb(family(cold, data = "hdd", data = "ssd"))]
struct Order {
    order_id: u64,
    at: SystemTime,
    state: String,
}

fn main() {}
