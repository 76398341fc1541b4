// A table of its own for each type.
mod none {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order {
        id: String,
        value: u64,
    }
}

fn main() {}
