// The shortest and the longest.
#[allow(dead_code)]
mod intervals {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(changefeed(a, mode = updates, retention = "PT1S"), changefeed(b, mode = updates, retention = "P31D"))]
    #[ydb(changefeed(c, mode = updates, barriers = "PT1S"))]
    struct Order {
        order_id: u64,
        customer: Option<String>,
    }
}

fn main() {}
