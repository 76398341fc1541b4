// A size, the default size, and off.
mod size {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(by_size = 512))]
    struct A {
        order_id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(by_size))]
    struct B {
        order_id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(by_size = off, by_load))]
    struct C {
        order_id: u64,
    }
}

fn main() {}
