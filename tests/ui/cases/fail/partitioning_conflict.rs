use ydb_keys::YdbTable;

// The partitions of a column table by nodes and by number.
mod nodes_min {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(order_id))]
    #[ydb(partitioning(nodes = 4, min = 16))]
    struct Order {
        order_id: u64,
    }
}

// Cut evenly and by keys.
mod uniform_at_keys {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(uniform = 4, at_keys(10, 20)))]
    struct Order {
        order_id: u64,
    }
}

fn main() {}
