// Each kind of index.
mod each {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(a, on(customer_id), unique))]
    #[ydb(index(b, on(customer_id), async))]
    #[ydb(index(c, on(customer_id), sync))]
    #[ydb(index(d, on(customer_id)))]
    #[ydb(index(e, on(customer_id), unique, sync))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
    }
}

fn main() {}
