// Each word in its form.
mod well_formed {
    use std::time::SystemTime;

    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(table = "orders")]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(crate = ydb_keys)]
    #[ydb(partitioning(by_size = 512, by_load, max = 100))]
    #[ydb(ttl(column = at, after = "P30D"))]
    #[ydb(index(by_at_and_state, on(state, at), async))]
    #[ydb(family(cold, data = "hdd"))]
    struct Order {
        order_id: u64,
        at: SystemTime,
        #[ydb(default = 7)]
        state: i32,
    }
}

fn main() {}
