// As many changefeeds as a table can have.
#[allow(dead_code)]
mod five {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(changefeed(a, mode = updates), changefeed(b, mode = updates), changefeed(c, mode = updates))]
    #[ydb(changefeed(d, mode = updates), changefeed(e, mode = updates))]
    struct Order {
        order_id: u64,
        customer: Option<String>,
    }
}

fn main() {}
