// An index on a column table.
mod index {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(order_id))]
    #[ydb(index(by_customer, on(customer_id)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
    }
}

fn main() {}
