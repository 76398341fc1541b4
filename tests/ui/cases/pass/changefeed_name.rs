// Names of changefeeds, some of which are not Rust identifiers.
#[allow(dead_code)]
mod names {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer)))]
    #[ydb(changefeed(feed, mode = updates))]
    #[ydb(changefeed("to-search", mode = updates))]
    struct Order {
        order_id: u64,
        customer: Option<String>,
    }
}

fn main() {}
