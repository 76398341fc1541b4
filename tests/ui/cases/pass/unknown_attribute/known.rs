// Each word where it belongs.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(table = "orders")]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(partitioning(by_load))]
#[ydb(rename_all = "snake_case")]
struct Order {
    order_id: u64,
    #[ydb(family = "default")]
    amount: Option<f64>,
}

fn main() {}
