use ydb_keys::YdbTable;

// As many partitions at most as buckets; fewer, where the author says how the table is split.
#[allow(dead_code)]
mod buckets {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(id) % 16, id))]
    #[ydb(partitioning(max = 16))]
    struct Event {
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(id) % 16, id))]
    #[ydb(partitioning(at_keys((8)), max = 4))]
    struct Halves {
        id: u64,
    }
}

// As many at least as at most, and at first.
mod equal {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(min = 4, uniform = 5, max = 5))]
    struct A {
        order_id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(at_keys(10, 20, 30), max = 4))]
    struct B {
        order_id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(uniform = 35000))]
    struct C {
        order_id: u64,
    }
}

fn main() {}
