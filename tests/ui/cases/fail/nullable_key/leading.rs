// An optional leading column.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_id))]
struct Order {
    #[ydb(dispersed)]
    order_id: Option<u64>,
}

fn main() {}
