use ydb_keys::YdbTable;

// More split points than partitions.
mod at_keys_max {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(at_keys(10, 20, 30), max = 3))]
    struct Order {
        order_id: u64,
    }
}

// Fewer partitions at most than buckets, at whose borders the table is split.
mod buckets {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(id) % 16, id))]
    #[ydb(partitioning(max = 15))]
    struct Event {
        id: u64,
    }
}

// A column table on no nodes.
mod column_table {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(order_id))]
    #[ydb(partitioning(nodes = 0))]
    struct Order {
        order_id: u64,
    }
}

// More at least than at most.
mod min_max {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(min = 10, max = 5))]
    struct Order {
        order_id: u64,
    }
}

// More partitions than YDB makes.
mod too_many {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(uniform = 35001))]
    struct Order {
        order_id: u64,
    }
}

// More at first than at most.
mod uniform_max {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(uniform = 10, max = 5))]
    struct Order {
        order_id: u64,
    }
}

// No partitions.
mod zero {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(min = 0, max = 0))]
    struct Order {
        order_id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(uniform = 0))]
    struct User {
        order_id: u64,
    }
}

fn main() {}
