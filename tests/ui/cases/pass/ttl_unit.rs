// The TTL of a number with its unit.
mod number {
    use std::time::SystemTime;

    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(ttl(column = seconds, after = "P1D", unit = seconds))]
    struct Order {
        order_id: u64,
        at: SystemTime,
        seconds: u32,
        name: String,
    }
}

fn main() {}
