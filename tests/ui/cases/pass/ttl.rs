// The TTL of a time, of an optional one, and of a number.
mod time {
    use std::time::SystemTime;

    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(ttl(column = at, after = "P1D"))]
    struct Order {
        order_id: u64,
        at: SystemTime,
        seconds: u32,
        name: String,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(ttl(column = at, after = "PT1H"))]
    struct B {
        order_id: u64,
        at: Option<SystemTime>,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(ttl(column = at, after = "PT1H", unit = milliseconds))]
    struct C {
        order_id: u64,
        at: u64,
    }
}

// The TTL of a number with its unit.
mod number {
    use std::time::SystemTime;

    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(ttl(column = seconds, after = "P1D", unit = seconds))]
    struct Order {
        order_id: u64,
        at: SystemTime,
        seconds: u32,
        name: String,
    }
}

// A duration as ISO 8601 writes it.
mod iso {
    use std::time::SystemTime;

    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(ttl(column = at, after = "P1DT6H"))]
    struct Order {
        order_id: u64,
        at: SystemTime,
        seconds: u32,
        name: String,
    }
}

fn main() {}
