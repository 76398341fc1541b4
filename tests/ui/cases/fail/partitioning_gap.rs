// Numbers of partitions far apart in a table that is split by load: said, and by the partitions at first.
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
