use std::time::SystemTime;

use ydb_keys::YdbTable;

// A TTL without a column.
mod missing {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(ttl(after = "P1D"))]
    struct Order {
        order_id: u64,
        at: SystemTime,
        seconds: u32,
        name: String,
    }
}

// The TTL of a signed integer.
mod signed {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(ttl(column = at, after = "P1D", unit = seconds))]
    struct Order {
        order_id: u64,
        at: i64,
    }
}

// The TTL of a text.
mod text {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(ttl(column = name, after = "P1D"))]
    struct Order {
        order_id: u64,
        at: SystemTime,
        seconds: u32,
        name: String,
    }
}

// The TTL of a number without a unit.
mod unit_missing {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(ttl(column = seconds, after = "P1D"))]
    struct Order {
        order_id: u64,
        at: SystemTime,
        seconds: u32,
        name: String,
    }
}

// The TTL of a time with a unit.
mod needless {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(ttl(column = at, after = "P1D", unit = seconds))]
    struct Order {
        order_id: u64,
        at: SystemTime,
        seconds: u32,
        name: String,
    }
}

// A unit that is not known.
mod unknown {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(ttl(column = seconds, after = "P1D", unit = second))]
    struct Order {
        order_id: u64,
        at: SystemTime,
        seconds: u32,
        name: String,
    }
}

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
mod interval_missing {
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
