// A key without a comma.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_id at))]
struct Order {
    order_id: u64,
    at: u64,
}

fn main() {}
