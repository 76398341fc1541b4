// Indexes that the table does not have, and one of no table.
mod unknown {
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

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Country {
        name: String,
    }

    #[derive(YdbRow)]
    #[ydb(of = Order, covered_by = by_custmer)]
    struct CustomerOrder {
        order_id: u64,
    }

    #[derive(YdbRow)]
    #[ydb(of = Country, covered_by = by_name)]
    struct Name {
        name: String,
    }

    #[derive(YdbRow)]
    #[ydb(covered_by = by_customer)]
    struct Total {
        amount: Option<f64>,
    }
}

fn main() {}
