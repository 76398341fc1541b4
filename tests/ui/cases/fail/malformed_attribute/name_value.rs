// The whole attribute as a text.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb = "orders"]
#[ydb(primary_key(order_id))]
struct Order {
    #[ydb(dispersed)]
    order_id: u64,
}

fn main() {}
