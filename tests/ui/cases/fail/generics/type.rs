// A generic table.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Order<T> {
    id: String,
    value: T,
}

fn main() {}
