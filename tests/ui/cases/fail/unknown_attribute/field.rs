// A word that is nearly an attribute of a field.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_id))]
struct Order {
    #[ydb(disperse)]
    order_id: u64,
}

fn main() {}
