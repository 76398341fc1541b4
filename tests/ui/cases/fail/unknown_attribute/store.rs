// A store that is neither rows nor columns.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(store = colunm)]
struct Order {
    order_id: u64,
}

fn main() {}
