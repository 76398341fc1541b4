// Two changefeeds of one name.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(changefeed(feed, mode = updates))]
#[ydb(changefeed("feed", mode = keys_only))]
struct Order {
    order_id: u64,
    customer: Option<String>,
}

fn main() {}
