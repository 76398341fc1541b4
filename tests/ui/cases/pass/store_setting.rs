// Settings of a row table.
mod row_table {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(bloom_filter)]
    #[ydb(read_replicas = "PER_AZ:1")]
    struct A {
        order_id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(read_replicas = "ANY_AZ:2")]
    struct B {
        order_id: u64,
    }
}

// Key columns with and without NOT NULL, of the tables that may have them.
mod key_not_null {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(key_not_null = false)]
    struct A {
        order_id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(store = column, primary_key(order_id), key_not_null = true)]
    struct B {
        order_id: u64,
    }
}

fn main() {}
