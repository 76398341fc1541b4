// A changefeed of a column table.
mod feed {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(customer))]
    #[ydb(store = column)]
    #[ydb(changefeed(feed, mode = updates))]
    struct Order {
        customer: String,
        amount: Option<u64>,
    }
}

fn main() {}
