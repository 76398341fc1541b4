use ydb_keys::YdbTable;

// A changefeed without a mode.
mod missing {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(changefeed(feed))]
    struct Order {
        order_id: u64,
        customer: Option<String>,
    }
}

// A mode that YDB does not have.
mod unknown {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(changefeed(feed, mode = update))]
    struct Order {
        order_id: u64,
        customer: Option<String>,
    }
}

fn main() {}
