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

fn main() {}
