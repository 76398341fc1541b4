use ydb_keys::YdbTable;

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
#[ydb(index(by_customer, on(customer_id, number), cover(amount)))]
struct Order {
    order_id: u64,
    customer_id: u64,
    number: String,
    amount: Option<f64>,
}

// Reading a scan into the model of another table.
mod another_model {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(site))]
    struct Visit {
        site: String,
    }

    fn run() {
        let _ = Order::scan().order_id(1).select::<Visit>();
    }
}

// Reading a scan into a struct that derives nothing.
mod no_row {
    use super::*;

    struct Total;

    fn run() {
        let _ = Order::scan().order_id(1).select::<Total>();
        let _ = Order::get(1).select::<Total>();
    }
}

// Rows that say of no table, or of another one, that they are a part of it.
mod other {
    use ydb_keys::{ProjectionOf, YdbRow};

    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(name))]
    struct Country {
        name: String,
    }

    #[derive(YdbRow)]
    struct Total {
        amount: Option<f64>,
    }

    #[derive(YdbRow)]
    #[ydb(of = Country)]
    struct Name {
        name: String,
    }

    fn read<R: ProjectionOf<Order>>() {}

    fn run() {
        read::<Total>();
        read::<Name>();
    }
}

fn main() {}
