// Hashes and buckets in front of indexes.
#![allow(dead_code)]

use std::time::SystemTime;

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = xxh3(order_id), order_id, line))]
#[ydb(index(by_time, on(time_shard = xxh3(order_id, line) % 16, placed_at), cover(amount)))]
#[ydb(index(by_line, on(line_hash = numeric_hash(line), line, amount), async))]
struct Order {
    order_id: u64,
    line: u32,
    placed_at: Option<SystemTime>,
    amount: i64,
}

fn main() {}
