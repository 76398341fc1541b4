use ydb_keys::YdbTable;

// Settings of row tables on a column table.
mod column {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(order_id))]
    #[ydb(partitioning(by_size = 512, by_load, max = 9, uniform = 4, at_keys(5)))]
    struct Order {
        order_id: u64,
    }
}

// Nodes of a row table.
mod row {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(nodes = 4))]
    struct Order {
        order_id: u64,
    }
}

fn main() {}
