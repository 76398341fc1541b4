// A hash of a bool alone: two values, whatever they are hashed to.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(paid_hash = xxh3(paid), paid, order_id))]
struct Order {
    paid: bool,
    order_id: u64,
}

fn main() {}
