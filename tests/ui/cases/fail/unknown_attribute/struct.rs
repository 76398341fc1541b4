// A word that is nearly an attribute of the struct.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_kye(order_id))]
struct Order {
    order_id: u64,
}

fn main() {}
