// An option of an option.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    note: Option<Option<String>>,
}

fn main() {}
