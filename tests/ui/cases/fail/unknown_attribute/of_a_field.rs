// An attribute of a field on the struct.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_id))]
#[ydb(dispersed)]
struct Order {
    order_id: u64,
}

fn main() {}
