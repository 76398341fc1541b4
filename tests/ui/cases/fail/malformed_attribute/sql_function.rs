// A hash without parentheses.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = xxh3, order_id))]
struct Order {
    order_id: u64,
}

fn main() {}
