use ydb_keys::{YdbTable, yql};

// The indexes of the table of a query.
mod query {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
    }

    pub fn run(id: u64) {
        let _ = yql!("SELECT * FROM {Order:by_customer} AS o WHERE o.customer_id = $id", id);
        let _ = yql!("SELECT * FROM {Order} VIEW by_customer AS o WHERE o.customer_id = $id", id);
    }
}

fn main() {
    query::run(1);
}
