// A plain integer after its hash.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = int_hash64(order_id), order_id))]
struct Order {
    order_id: u64,
}

fn main() {}
