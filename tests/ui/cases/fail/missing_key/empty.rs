// A key without columns.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key())]
struct Order {
    order_id: u64,
}

fn main() {}
