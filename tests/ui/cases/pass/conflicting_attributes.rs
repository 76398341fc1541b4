// One of two that contradict each other.
mod one_of_two {
    use ydb_keys::{YdbColumn, YdbTable};

    #[derive(YdbTable)]
    #[ydb(primary_key(order_id, number))]
    struct Order {
        #[ydb(dispersed)]
        order_id: u64,
        #[ydb(monotonic)]
        number: u64,
        #[ydb(skip)]
        _cache: u64,
    }

    #[derive(YdbColumn)]
    #[ydb(as = "Uint8")]
    enum Status {
        New = 1,
        Paid = 2,
    }
}

// Several attributes that add up.
mod adding_up {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(partitioning(min = 4))]
    #[ydb(partitioning(by_load))]
    #[ydb(index(by_state, on(state)))]
    #[ydb(index(by_customer, on(customer_id)))]
    #[ydb(family(cold, data = "hdd"))]
    #[ydb(family(hot, data = "ssd"))]
    struct Order {
        order_id: u64,
        state: String,
        #[ydb(rename = "customer")]
        #[ydb(family = "hot")]
        customer_id: u64,
    }
}

// Two models of other tables in one `schema!`, the paths of which begin alike.
mod two_tables {
    use ydb_keys::{Table, YdbTable, schema};

    #[derive(YdbTable)]
    #[ydb(table = "shop/orders", primary_key(name))]
    struct Order {
        name: String,
    }

    #[derive(YdbTable)]
    #[ydb(table = "orders", primary_key(name))]
    struct OldOrder {
        name: String,
    }

    fn tables() -> [&'static [&'static Table]; 3] {
        [schema![Order, OldOrder], schema![Order], schema![]]
    }

    pub fn run() {
        let _ = tables();
    }
}

fn main() {
    two_tables::run();
}
