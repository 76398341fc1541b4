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

fn main() {}
