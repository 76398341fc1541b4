// A column table on no nodes.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(store = column)]
#[ydb(primary_key(order_id))]
#[ydb(partitioning(nodes = 0))]
struct Order {
    order_id: u64,
}

fn main() {}
