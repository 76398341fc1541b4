// A serial is the whole key.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_id))]
struct Order {
    #[ydb(serial)]
    order_id: i32,
}

fn main() {}
