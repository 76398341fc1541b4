// A changefeed without a name.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(changefeed(mode = updates))]
struct Order {
    order_id: u64,
    customer: Option<String>,
}

fn main() {}
