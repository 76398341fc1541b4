// A hash function that is not known.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = xxhash(order_id), order_id))]
struct Order {
    order_id: u64,
}

fn main() {}
