// Both formats, each with what it may have.
#[allow(dead_code)]
mod formats {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(changefeed(feed, mode = updates, format = json, virtual_timestamps, barriers = "PT1S"))]
    #[ydb(changefeed(debezium, mode = new_image, format = debezium_json, initial_scan, user_sids))]
    struct Order {
        order_id: u64,
        customer: Option<String>,
    }
}

fn main() {}
