use ydb_keys::YdbTable;

// An index on a float.
mod double {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_amount, on(amount)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
    }
}

// An index with a JSON document at the end.
mod second {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_tags, on(customer_id, tags)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
        tags: Option<serde_json::Value>,
    }
}

fn main() {}
