// Settings of row tables on a column table.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(store = column)]
#[ydb(primary_key(order_id))]
#[ydb(partitioning(by_size = 512, by_load, max = 9, uniform = 4, at_keys(5)))]
struct Order {
    order_id: u64,
}

fn main() {}
