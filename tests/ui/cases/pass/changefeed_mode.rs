// All modes.
#[allow(dead_code)]
mod modes {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(changefeed(a, mode = keys_only), changefeed(b, mode = updates))]
    #[ydb(changefeed(c, mode = new_image), changefeed(d, mode = old_image))]
    #[ydb(changefeed(e, mode = new_and_old_images))]
    struct Order {
        order_id: u64,
        customer: Option<String>,
    }
}

fn main() {}
