// An index that the table has, by its name as a word and as a text.
mod known {
    use ydb_keys::{YdbRow, YdbTable};

    #[derive(YdbTable)]
    #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index("by-customer", on(customer_id), async), index(by_amount, on(cents)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        cents: u64,
    }

    #[derive(YdbRow)]
    #[ydb(of = Order, covered_by = "by-customer")]
    struct CustomerOrder {
        order_id: u64,
        customer_id: u64,
    }

    #[derive(YdbRow)]
    #[ydb(of = Order)]
    #[ydb(covered_by = by_amount)]
    struct Cents {
        cents: u64,
    }

    pub fn run() {
        let rows = |row: CustomerOrder, cents: Cents| (row.order_id, row.customer_id, cents.cents);
        let _ = rows;
    }
}

fn main() {
    known::run();
}
