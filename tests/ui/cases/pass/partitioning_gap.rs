// 80 % of the most; the same number; no splitting by load; one of the numbers left to YDB; allowed.
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

    #[derive(YdbTable)]
    #[ydb(primary_key(name), partitioning(by_load, min = 4, max = 200))]
    #[ydb(allow(partitioning_gap, reason = "the load is the same at night"))]
    struct Allowed {
        name: String,
    }
}

fn main() {}
