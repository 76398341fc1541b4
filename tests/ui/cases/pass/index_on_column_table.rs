// A column table without an index.
mod no_index {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(order_id))]
    struct Order {
        order_id: u64,
        customer_id: u64,
    }
}

fn main() {}
