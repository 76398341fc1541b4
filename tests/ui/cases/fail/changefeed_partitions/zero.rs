// A topic without partitions.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(changefeed(feed, mode = updates, min_partitions = 0))]
struct Order {
    order_id: u64,
    customer: Option<String>,
}

fn main() {}
