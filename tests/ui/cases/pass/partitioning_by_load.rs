// Splitting by load; a model that says nothing of it; splitting by load alone; and what is allowed.
mod on {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = numeric_hash(id), id), partitioning(uniform = 16, by_load))]
    struct On {
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = numeric_hash(id), id), partitioning(uniform = 16, by_size = 512))]
    struct NotSaid {
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(name), partitioning(by_size = off, by_load))]
    struct ByLoadOnly {
        name: String,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(name), partitioning(by_load = off))]
    #[ydb(allow(partitioning_by_load, reason = "filled once, and read evenly"))]
    struct Allowed {
        name: String,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(name), partitioning(by_size = off, min = 8))]
    #[ydb(allow(partitioning_by_load, reason = "eight partitions, one for each node"))]
    struct NeverSplit {
        name: String,
    }
}

fn main() {}
