use ydb_keys::YdbTable;

// A hash function that is not known.
mod typo {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = xxhash(order_id), order_id))]
    struct Order {
        order_id: u64,
    }
}

// A hash function that is like no known one.
mod unlike {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = md5(order_id), order_id))]
    struct Order {
        order_id: u64,
    }
}

fn main() {}
