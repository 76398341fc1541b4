//! docs/guide/src/rules.md: an index is sorted by its columns too, so one that begins with a time has a hot spot of its own.

use std::time::SystemTime;
use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_time, on(created_at)))]
struct Order {
    order_id: u64,
    created_at: SystemTime,
}

fn main() {}
