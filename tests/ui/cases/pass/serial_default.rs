// A default without a sequence.
mod default {
    use uuid::Uuid;
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(id))]
    struct Order {
        id: Uuid,
        #[ydb(default = 1)]
        number: i64,
    }
}

fn main() {}
