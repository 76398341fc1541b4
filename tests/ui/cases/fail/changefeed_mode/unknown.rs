// A mode that YDB does not have.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(changefeed(feed, mode = update))]
struct Order {
    order_id: u64,
    customer: Option<String>,
}

fn main() {}
