use ydb_keys::YdbTable;

// A changefeed called like an index.
mod index {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer)))]
    #[ydb(changefeed(by_customer, mode = updates))]
    struct Order {
        order_id: u64,
        customer: Option<String>,
    }
}

// A changefeed without a name.
mod missing {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(changefeed(mode = updates))]
    struct Order {
        order_id: u64,
        customer: Option<String>,
    }
}

// Two changefeeds of one name.
mod twice {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(changefeed(feed, mode = updates))]
    #[ydb(changefeed("feed", mode = keys_only))]
    struct Order {
        order_id: u64,
        customer: Option<String>,
    }
}

fn main() {}
