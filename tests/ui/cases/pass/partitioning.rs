use ydb_keys::YdbTable;

// A bucket leads: the table is split at the borders of its buckets, or as its author says.
#[allow(dead_code)]
mod bucket {
    use std::time::SystemTime;

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(id) % 16, at, id))]
    #[ydb(partitioning(by_load, max = 20))]
    struct Event {
        at: SystemTime,
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(shard = xxh3(id) % 16, at, id))]
    #[ydb(partitioning(at_keys((4), (8), (12)), by_load))]
    struct FewPartitions {
        at: SystemTime,
        id: u64,
    }
}

// A hash leads.
mod hash {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(name_hash = xxh3(name), name))]
    #[ydb(partitioning(uniform = 4))]
    struct User {
        name: String,
    }
}

// A Uint32 and a Uint64 lead.
mod integer {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[ydb(partitioning(uniform = 4))]
    struct A {
        #[ydb(dispersed)]
        id: u32,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    #[ydb(partitioning(uniform = 4))]
    struct B {
        #[ydb(dispersed)]
        id: u64,
    }
}

// Split points of the hash column and the column after it.
mod at_keys_hash {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(name_hash = xxh3(name), name))]
    #[ydb(partitioning(at_keys(10, (10, "m"))))]
    struct User {
        name: String,
    }
}

// Sorted split points, some of them prefixes.
mod sorted {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(id, name))]
    #[ydb(partitioning(at_keys(5, 10, (10, "a"), (10, "b"), 20)))]
    struct User {
        #[ydb(dispersed)]
        id: u64,
        name: String,
    }
}

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

// The number of partitions of a column table.
mod column {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(order_id))]
    #[ydb(partitioning(min = 16))]
    struct Order {
        order_id: u64,
    }
}

// 80 % of the most; the same number; no splitting by load; one of the numbers left to YDB.
mod narrow {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = numeric_hash(id), id), partitioning(by_load, min = 80, max = 100))]
    struct EightyPercent {
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = numeric_hash(id), id), partitioning(by_load, uniform = 16, max = 20))]
    struct Uniform {
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(name), partitioning(by_load, min = 8, max = 8))]
    struct Fixed {
        name: String,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(name), partitioning(min = 4, max = 200))]
    struct BySize {
        name: String,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(name), partitioning(by_load, max = 100))]
    struct NoMin {
        name: String,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(name), partitioning(by_load, min = 100))]
    struct NoMax {
        name: String,
    }
}

// Numbers of partitions far apart, as YDB's own tools write them: said, and by the partitions at first.
mod wide {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = numeric_hash(id), id), partitioning(by_load, min = 79, max = 100))]
    struct JustBelow {
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = numeric_hash(id), id), partitioning(uniform = 16, by_load, max = 200))]
    struct Uniform {
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(name), partitioning(at_keys("f", "p"), by_load, max = 4_294_967_295))]
    struct AtKeys {
        name: String,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(name), partitioning(max = 2), partitioning(by_load), partitioning(min = 1))]
    struct Few {
        name: String,
    }
}

fn main() {}
