// A column twice in the key.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_id, order_id))]
struct Order {
    #[ydb(dispersed)]
    order_id: u64,
}

fn main() {}
