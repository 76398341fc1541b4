// What YDB refuses together with Debezium's format.

use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(changefeed(feed, mode = updates, format = debezium_json, virtual_timestamps, barriers = "PT1S"))]
struct Order {
    order_id: u64,
    customer: Option<String>,
}

fn main() {}
