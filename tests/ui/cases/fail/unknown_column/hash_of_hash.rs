// The hash column as an input of itself.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = xxh3(order_hash), order_id))]
struct Order {
    order_id: u64,
}

fn main() {}
