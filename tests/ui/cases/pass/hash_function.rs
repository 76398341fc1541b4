// Each hash function.
mod known {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = xxh3(id), id))]
    struct A {
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = numeric_hash(id), id))]
    struct B {
        id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(hash = int_hash64(id), id))]
    struct C {
        id: u64,
    }
}

fn main() {}
