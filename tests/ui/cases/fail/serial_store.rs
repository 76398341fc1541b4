// A sequence in a column table.
mod column_table {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(id))]
    struct Order {
        id: u64,
        #[ydb(serial)]
        number: i64,
    }
}

fn main() {}
