use ydb_keys::YdbTable;

// A field declared twice.
mod field {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id))]
    struct Order {
        #[ydb(dispersed)]
        #[ydb(dispersed)]
        order_id: u64,
    }
}

// Settings given twice inside partitioning, TTL, an index and a family.
mod inside {
    use std::time::SystemTime;

    use super::*;

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
}

// Two keys.
mod key {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(primary_key(order_id))]
    struct Order {
        order_id: u64,
    }
}

// A newtype declared twice.
mod newtype {
    use ydb_keys::YdbColumn;

    #[derive(YdbColumn)]
    #[ydb(dispersed, dispersed)]
    struct OrderId(u64);
}

// The table named twice, in two attributes.
mod a_struct {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(table = "orders")]
    #[ydb(table = "order")]
    struct Order {
        order_id: u64,
    }
}

fn main() {}
