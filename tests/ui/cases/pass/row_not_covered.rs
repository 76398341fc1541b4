// The columns of the index, those that it covers, the key and its hash.
mod covered {
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
    struct CustomerOrder {
        customer_id: u64,
        amount: Option<f64>,
        order_id: u64,
        order_hash: u64,
    }

    pub fn run() {
        let row = |row: CustomerOrder| (row.customer_id, row.amount, row.order_id, row.order_hash);
        let _ = row;
    }
}

fn main() {
    covered::run();
}
