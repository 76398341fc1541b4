// A hash of one number over two columns.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id, line), order_id, line))]
struct Order {
    order_id: u64,
    line: u32,
}

fn main() {}
