// A changefeed of a row table.
#[allow(dead_code)]
mod row_table {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(store = row)]
    #[ydb(changefeed(feed, mode = updates))]
    struct Order {
        order_id: u64,
        customer: Option<String>,
    }
}

fn main() {}
