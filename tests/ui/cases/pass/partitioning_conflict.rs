// One of the two.
mod one {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(uniform = 4))]
    struct A {
        order_id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(at_keys(10, 20)))]
    struct B {
        order_id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(order_id))]
    #[ydb(partitioning(nodes = 4))]
    struct C {
        order_id: u64,
    }
}

fn main() {}
