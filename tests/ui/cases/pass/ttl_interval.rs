// A duration as ISO 8601 writes it.
mod iso {
    use std::time::SystemTime;

    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(ttl(column = at, after = "P1DT6H"))]
    struct Order {
        order_id: u64,
        at: SystemTime,
        seconds: u32,
        name: String,
    }
}

fn main() {}
