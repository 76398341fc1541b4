// A key column that is nothing like a field.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_id, customer))]
struct Order {
    #[ydb(dispersed)]
    order_id: u64,
}

fn main() {}
