// A hash over a serial.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    #[ydb(serial)]
    order_id: i64,
}

fn main() {}
