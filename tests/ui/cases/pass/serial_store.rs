// A sequence in a row table.
mod row_table {
    use uuid::Uuid;
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(store = row)]
    #[ydb(primary_key(id))]
    struct Order {
        id: Uuid,
        #[ydb(serial)]
        number: i64,
    }
}

fn main() {}
