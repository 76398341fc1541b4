// A plain integer leads.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_id))]
struct Order {
    order_id: u64,
}

fn main() {}
