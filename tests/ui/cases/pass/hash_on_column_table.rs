// A column table without a hash.
mod no_hash {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(order_id))]
    #[ydb(partition_by_hash(order_id))]
    struct Order {
        order_id: u64,
    }
}

fn main() {}
