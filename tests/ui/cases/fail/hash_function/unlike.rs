// A hash function that is like no known one.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = md5(order_id), order_id))]
struct Order {
    order_id: u64,
}

fn main() {}
