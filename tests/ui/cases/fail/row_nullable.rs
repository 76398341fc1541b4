// Rows without an option for a column that may be NULL, as JSON and behind an alias.
mod not_optional {
    use ydb_keys::{YdbRow, YdbTable};

    type Maybe = Option<f64>;

    #[derive(YdbTable)]
    #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    struct Order {
        order_id: u64,
        amount: Maybe,
        #[ydb(json)]
        tags: Option<Vec<String>>,
    }

    #[derive(YdbRow)]
    #[ydb(of = Order)]
    struct Part {
        amount: f64,
        #[ydb(json)]
        tags: Vec<String>,
    }
}

fn main() {}
