use ydb_keys::YdbTable;

// A size while splitting by size is off.
mod off_and_size {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(by_size = off, by_size = 512))]
    struct Order {
        order_id: u64,
    }
}

// Partitions of no size.
mod zero {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(by_size = 0))]
    struct Order {
        order_id: u64,
    }
}

fn main() {}
