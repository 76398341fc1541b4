use std::time::SystemTime;

use ydb_keys::YdbTable;

// A duration that is empty.
mod empty {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(ttl(column = at, after = ""))]
    struct Order {
        order_id: u64,
        at: SystemTime,
        seconds: u32,
        name: String,
    }
}

// A TTL without a duration.
mod missing {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(ttl(column = at))]
    struct Order {
        order_id: u64,
        at: SystemTime,
        seconds: u32,
        name: String,
    }
}

// A duration of months.
mod months {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(ttl(column = at, after = "P1M"))]
    struct Order {
        order_id: u64,
        at: SystemTime,
        seconds: u32,
        name: String,
    }
}

// A duration in words.
mod words {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(ttl(column = at, after = "30 days"))]
    struct Order {
        order_id: u64,
        at: SystemTime,
        seconds: u32,
        name: String,
    }
}

fn main() {}
