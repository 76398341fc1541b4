// A row reads a column that the index does not hold.
mod comment {
    use ydb_keys::{YdbRow, YdbTable};

    #[derive(YdbTable)]
    #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id), cover(amount)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
        comment: Option<String>,
    }

    #[derive(YdbRow)]
    #[ydb(of = Order, covered_by = by_customer)]
    struct OrderComment {
        order_id: u64,
        comment: Option<String>,
    }
}

fn main() {}
