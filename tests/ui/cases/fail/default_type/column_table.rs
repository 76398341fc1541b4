// A default in a column table.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(store = column)]
#[ydb(primary_key(id))]
struct Thing {
    id: u64,
    #[ydb(default = 1)]
    value: i64,
}

fn main() {}
