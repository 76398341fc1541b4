// What grows, or has few values, after a bucket or a hash.
#![allow(dead_code)]

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = xxh3(order_id), order_id))]
#[ydb(index(by_time, on(time_shard = xxh3(order_id) % 16, placed_at)))]
#[ydb(index(by_state, on(state_shard = xxh3(order_id) % 4, paid, placed_at)))]
struct Order {
    order_id: u64,
    paid: bool,
    placed_at: SystemTime,
}

fn main() {}
