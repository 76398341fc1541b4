// The partitions of a column table by nodes and by number.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(store = column)]
#[ydb(primary_key(order_id))]
#[ydb(partitioning(nodes = 4, min = 16))]
struct Order {
    order_id: u64,
}

fn main() {}
