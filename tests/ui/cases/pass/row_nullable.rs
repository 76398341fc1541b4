// An option for a column that may be NULL, and for one that may not.
mod optional {
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

    type Maybe = Option<f64>;

    #[derive(YdbRow)]
    #[ydb(of = Order)]
    struct Part {
        customer_id: Option<u64>,
        amount: Maybe,
    }

    pub fn run() {
        let part = |part: Part| (part.customer_id, part.amount);
        let _ = part;
    }
}

fn main() {
    optional::run();
}
