use ydb_keys::YdbTable;

// A signed integer behind an alias and a newtype leads.
mod alias {
    use ydb_keys::YdbColumn;

    use super::*;

    type Id = i32;

    #[derive(YdbColumn, Clone, Debug, PartialEq, Eq, Hash)]
    #[ydb(dispersed)]
    struct UserId(Id);

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[ydb(partitioning(uniform = 4))]
    struct User {
        id: UserId,
    }
}

// A bucket leads: equal parts of its type's range have no bucket but the first.
mod bucket {
    use std::time::SystemTime;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(id) % 16, at, id))]
    #[ydb(partitioning(uniform = 16, by_load))]
    struct Event {
        at: SystemTime,
        id: u64,
    }
}

// An integer of another width leads.
mod small {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[ydb(partitioning(uniform = 4))]
    struct User {
        #[ydb(dispersed)]
        id: i64,
    }
}

// A text leads.
mod text {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    #[ydb(partitioning(uniform = 4))]
    struct User {
        name: String,
    }
}

// A split point beyond 64 bits.
mod beyond_u64 {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[ydb(partitioning(at_keys(18446744073709551616)))]
    struct User {
        #[ydb(dispersed)]
        id: u64,
        name: String,
    }
}

// No split points, and one without values.
mod empty {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[ydb(partitioning(at_keys()))]
    struct User {
        #[ydb(dispersed)]
        id: u64,
        name: String,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[ydb(partitioning(at_keys((), 10)))]
    struct Empty {
        #[ydb(dispersed)]
        id: u64,
        name: String,
    }
}

// The same split point twice.
mod equal {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id, name))]
    #[ydb(partitioning(at_keys((10, "b"), (10, "b"))))]
    struct User {
        #[ydb(dispersed)]
        id: u64,
        name: String,
    }
}

// A float and a number with a suffix.
mod float {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[ydb(partitioning(at_keys(1.5, 10u64)))]
    struct User {
        #[ydb(dispersed)]
        id: u64,
        name: String,
    }
}

// A text where the hash leads.
mod hash {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(name_hash = xxh3(name), name))]
    #[ydb(partitioning(at_keys("m")))]
    struct User {
        name: String,
    }
}

// A negative split point.
mod negative {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[ydb(partitioning(at_keys(-5, 5)))]
    struct User {
        #[ydb(dispersed)]
        id: i64,
    }
}

// A split point before its own beginning.
mod prefix_last {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id, name))]
    #[ydb(partitioning(at_keys((10, "b"), 10)))]
    struct User {
        #[ydb(dispersed)]
        id: u64,
        name: String,
    }
}

// A split point for a time.
mod time {
    use std::time::SystemTime;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id, at))]
    #[ydb(partitioning(at_keys((10, "2024-01-01T00:00:00Z"))))]
    struct User {
        #[ydb(dispersed)]
        id: u64,
        at: SystemTime,
    }
}

// A split point beyond the range of its column.
mod too_large {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[ydb(partitioning(at_keys(100, 70000)))]
    struct User {
        #[ydb(dispersed)]
        id: u16,
    }
}

// A split point of more values than the key has.
mod too_long {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[ydb(partitioning(at_keys((10, "b"))))]
    struct User {
        #[ydb(dispersed)]
        id: u64,
        name: String,
    }
}

// Split points of the wrong type.
mod wrong_type {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id, name))]
    #[ydb(partitioning(at_keys("ten", (20, 5), (30, true))))]
    struct User {
        #[ydb(dispersed)]
        id: u64,
        name: String,
    }
}

// Split points out of order.
mod unsorted {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id, name))]
    #[ydb(partitioning(at_keys(10, 5)))]
    struct User {
        #[ydb(dispersed)]
        id: u64,
        name: String,
    }
}

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

// A size while splitting by size is off.
mod off_and_size {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(by_size = off, by_size = 512))]
    struct Order {
        order_id: u64,
    }
}

// Partitions of no size.
mod zero {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(by_size = 0))]
    struct Order {
        order_id: u64,
    }
}

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
mod bounds_zero {
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
