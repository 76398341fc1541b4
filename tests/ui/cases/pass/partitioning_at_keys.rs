use ydb_keys::YdbTable;

// Split points of the hash column and the column after it.
mod hash {
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

fn main() {}
