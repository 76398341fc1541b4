// A bool in the key of a column table.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(store = column)]
#[ydb(primary_key(id, flag))]
struct Thing {
    id: u64,
    flag: bool,
}

fn main() {}
