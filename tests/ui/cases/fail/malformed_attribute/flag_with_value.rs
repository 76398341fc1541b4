// A word alone, with a value.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_id))]
struct Order {
    #[ydb(dispersed = true)]
    order_id: u64,
}

fn main() {}
