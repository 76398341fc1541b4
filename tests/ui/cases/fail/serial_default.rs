// A sequence with a default.
mod both {
    use uuid::Uuid;
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order {
        id: Uuid,
        #[ydb(serial, default = 1)]
        number: i64,
    }
}

fn main() {}
