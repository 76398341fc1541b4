use ydb_keys::{YdbTable, yql};

// An index that covers its own column and a key column.
mod cover_indexed {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id), cover(customer_id, order_id)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
    }
}

// An index on an empty list.
mod empty {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on()))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
    }
}

// An index on nothing.
mod none {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
    }
}

// An index on the first column of the key.
mod prefix {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(customer, order_id))]
    #[ydb(index(by_customer, on(customer)))]
    struct Order {
        customer: String,
        order_id: u64,
    }
}

// An index on the whole key.
mod whole_key {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(customer, order_id))]
    #[ydb(index(again, on(customer, order_id)))]
    struct Order {
        customer: String,
        order_id: u64,
    }
}

// Two indexes whose types would be called alike.
mod marker {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id)))]
    #[ydb(index("by-customer", on(number)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        number: String,
    }
}

// An index whose type would be called like the key.
mod marker_of_the_key {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(key, on(customer_id)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        number: String,
    }
}

// An index whose type would be called like the model.
mod marker_of_the_model {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index("_", on(customer_id)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        number: String,
    }
}

// An index without a name.
mod missing {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index())]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
    }
}

// Two indexes of one name.
mod twice {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id)))]
    #[ydb(index(by_customer, on(customer_id, order_id)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
    }
}

// A unique index that is asynchronous.
mod unique {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id), unique, async))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
    }
}

// Twenty-one indexes.
mod twenty_one {
    use super::*;

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
    #[ydb(index(index_21, on(customer_id)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
    }
}

// Twenty-three indexes are one error.
mod twenty_three {
    use super::*;

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
    #[ydb(index(index_21, on(customer_id)))]
    #[ydb(index(index_22, on(customer_id)))]
    #[ydb(index(index_23, on(customer_id)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        amount: Option<f64>,
    }
}

// An index on a column table.
mod index {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(store = column)]
    #[ydb(primary_key(order_id))]
    #[ydb(index(by_customer, on(customer_id)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
    }
}

// A model where an index is expected.
mod read_through_a_model {
    use ydb_keys::YdbTable;

    #[derive(YdbTable)]
    #[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
    #[ydb(index(by_customer, on(customer_id, number)))]
    struct Order {
        order_id: u64,
        customer_id: u64,
        number: String,
    }

    fn run() {
        let _ = Order::index::<Order>();
    }
}

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
