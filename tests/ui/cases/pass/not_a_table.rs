// A struct with named fields.
mod a_struct {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order {
        id: String,
    }
}

fn main() {}
