// An index that covers another column.
mod covered {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id), cover(amount)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
    }
}

// An index on the key columns in another order, and one on the column after a hash.
mod other_order {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(customer, order_id))]
    #[ydb(index(by_order, on(order_id, customer)))]
    struct Order {
        customer: String,
        order_id: u64,
    }

    #[derive(YdbTable)]
    #[ydb(primary_key(user_hash = xxh3(user_id), user_id))]
    #[ydb(index(by_user, on(user_id)))]
    struct User {
        user_id: u64,
    }
}

// An index whose type is called like a scan.
mod named_like_a_scan {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id)))]
    #[ydb(index(by_customer_scan, on(number)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        number: String,
    }
}

// Two indexes of different names, one of them no Rust word.
mod distinct {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id)))]
    #[ydb(index("by-customer-and-id", on(customer_id, order_id)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
    }
}

// Each kind of index.
mod each {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(a, on(customer_id), unique))]
    #[ydb(index(b, on(customer_id), async))]
    #[ydb(index(c, on(customer_id), sync))]
    #[ydb(index(d, on(customer_id)))]
    #[ydb(index(e, on(customer_id), unique, sync))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
    }
}

// Twenty indexes.
mod twenty {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(index_1, on(customer_id)))]
    #[ydb(index(index_2, on(customer_id)))]
    #[ydb(index(index_3, on(customer_id)))]
    #[ydb(index(index_4, on(customer_id)))]
    #[ydb(index(index_5, on(customer_id)))]
    #[ydb(index(index_6, on(customer_id)))]
    #[ydb(index(index_7, on(customer_id)))]
    #[ydb(index(index_8, on(customer_id)))]
    #[ydb(index(index_9, on(customer_id)))]
    #[ydb(index(index_10, on(customer_id)))]
    #[ydb(index(index_11, on(customer_id)))]
    #[ydb(index(index_12, on(customer_id)))]
    #[ydb(index(index_13, on(customer_id)))]
    #[ydb(index(index_14, on(customer_id)))]
    #[ydb(index(index_15, on(customer_id)))]
    #[ydb(index(index_16, on(customer_id)))]
    #[ydb(index(index_17, on(customer_id)))]
    #[ydb(index(index_18, on(customer_id)))]
    #[ydb(index(index_19, on(customer_id)))]
    #[ydb(index(index_20, on(customer_id)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
    }
}

// A column table without an index.
mod no_index {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(order_id))]
    struct Order {
        order_id: u64,
        customer_id: u64,
    }
}

// The marker of an index.
mod read_through_an_index {
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
        let _ = Order::index::<OrderByCustomer>();
    }
}

// The indexes of the table of a query.
mod query {
    use ydb_keys::{YdbTable, yql};

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
    read_through_an_index::run();
    query::run(1);
}
