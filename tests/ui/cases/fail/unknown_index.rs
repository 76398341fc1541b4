use ydb_keys::{YdbTable, yql};

// An index that the table of a query does not have, in the braces and after VIEW.
mod query {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
    }

    fn run(id: u64) {
        let _ = yql!("SELECT * FROM {Order:by_custmer} AS o WHERE o.customer_id = $id", id);
        let _ = yql!("SELECT * FROM {Order} VIEW created_at AS o WHERE o.customer_id = $id", id);
    }
}

fn main() {}
