// The marker of an index.
mod marker {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id, number)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        number: String,
    }

    pub fn run() {
        let _ = Order::index::<OrderByCustomer>();
    }
}

fn main() {
    marker::run();
}
