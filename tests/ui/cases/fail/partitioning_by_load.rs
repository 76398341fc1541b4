// Splitting by load switched off; and a table that nothing splits.
mod off {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = numeric_hash(id), id), partitioning(uniform = 16, by_load = off))]
    struct ByLoadOff {
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = numeric_hash(id), id))]
    #[ydb(partitioning(by_load = off), partitioning(by_size = off))]
    struct BothOff {
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(name), partitioning(min = 4, by_size = off))]
    struct BySizeOff {
        name: String,
    }
}

fn main() {}
