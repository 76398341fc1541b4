// A list of texts.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    notes: Vec<String>,
}

fn main() {}
