use ydb_keys::YdbTable;

// Settings that a column table has not.
mod column_table {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(order_id))]
    #[ydb(bloom_filter)]
    #[ydb(read_replicas = "PER_AZ:1")]
    #[ydb(family(default, data = "ssd"))]
    struct Order {
        order_id: u64,
    }
}

// Key columns of a column table without NOT NULL.
mod key_not_null {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(order_id), key_not_null = false)]
    struct Order {
        order_id: u64,
    }
}

// Read replicas that are none.
mod read_replicas {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(read_replicas = "2")]
    struct Order {
        order_id: u64,
    }
}

// Read replicas in no place.
mod read_replicas_place {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(read_replicas = "ALL_AZ:two")]
    struct Order {
        order_id: u64,
    }
}

fn main() {}
