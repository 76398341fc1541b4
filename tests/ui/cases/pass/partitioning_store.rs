// The number of partitions of a column table.
mod column {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(order_id))]
    #[ydb(partitioning(min = 16))]
    struct Order {
        order_id: u64,
    }
}

fn main() {}
