// A model where an index is expected.
mod model {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id, number)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        number: String,
    }

    fn run() {
        let _ = Order::index::<Order>();
    }
}

fn main() {}
