// A case that serde has not.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(rename_all = "snakecase")]
struct Order {
    order_id: u64,
}

fn main() {}
