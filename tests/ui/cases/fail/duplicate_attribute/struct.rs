// The table named twice, in two attributes.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(table = "orders")]
#[ydb(table = "order")]
struct Order {
    order_id: u64,
}

fn main() {}
