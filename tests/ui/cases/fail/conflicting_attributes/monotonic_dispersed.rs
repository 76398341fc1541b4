// Growing and spread at once.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_id))]
struct Order {
    #[ydb(monotonic, dispersed)]
    order_id: u64,
}

fn main() {}
