// Users of a generic table see the one error.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Order<T> {
    id: String,
    value: T,
}

fn main() {
    let _ = Order::<u64>::TABLE;
}
