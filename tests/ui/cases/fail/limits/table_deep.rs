// A path of thirty-three elements.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d/d")]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
}

fn main() {}
