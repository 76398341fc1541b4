use std::time::SystemTime;

use ydb_keys::YdbTable;

// An index that starts with a time, allowed.
mod allowed {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_time, on(at)))]
    #[ydb(allow(hot_index, reason = "ten orders a day"))]
    struct Order {
        order_id: u64,
        at: SystemTime,
    }
}

// What grows, or has few values, after a bucket or a hash.
#[allow(dead_code)]
mod bucket {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = xxh3(order_id), order_id))]
    #[ydb(index(by_time, on(time_shard = xxh3(order_id) % 16, placed_at)))]
    #[ydb(index(by_state, on(state_shard = xxh3(order_id) % 4, paid, placed_at)))]
    struct Order {
        order_id: u64,
        paid: bool,
        placed_at: SystemTime,
    }
}

// An index with a time at the end.
mod time {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id, at)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        at: SystemTime,
    }
}

fn main() {}
