// No key at all.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "orders")]
struct Order {
    order_id: u64,
    amount: Option<f64>,
}

fn main() {}
