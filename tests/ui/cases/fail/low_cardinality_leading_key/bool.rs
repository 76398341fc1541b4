// A bool leads.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(paid, order_id))]
struct Order {
    paid: bool,
    order_id: u64,
}

fn main() {}
