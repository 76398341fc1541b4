// A hash of a bool and an id.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(hash = xxh3(paid, order_id), paid, order_id))]
struct Order {
    paid: bool,
    order_id: u64,
}

fn main() {}
