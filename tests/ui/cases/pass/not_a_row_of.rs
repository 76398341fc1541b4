// A model is a row of its own table.
mod model {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id, number)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        number: String,
    }

    pub fn run() {
        let _ = Order::scan().order_id(1).select::<Order>();
        let _ = Order::get(1).select::<Order>();
        let _ = Order::get_many([1]).select::<Order>();
    }
}

// A row of the table, named by a path.
mod same {
    use ydb_keys::{ProjectionOf, YdbRow};

    mod models {
        #[derive(ydb_keys::YdbTable)]
        #[ydb(primary_key(name))]
        pub struct Country {
            pub name: String,
        }
    }

    #[derive(YdbRow)]
    #[ydb(of = crate::same::models::Country)]
    struct Name {
        name: String,
    }

    fn read<R: ProjectionOf<models::Country>>() {}

    pub fn run() {
        read::<Name>();
        let _ = |name: Name, country: models::Country| (name.name, country.name);
    }
}

fn main() {
    model::run();
    same::run();
}
