// A key of one column.
mod one_column {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id))]
    struct Order {
        #[ydb(dispersed)]
        order_id: u64,
    }
}

fn main() {}
