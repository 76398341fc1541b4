use ydb_keys::YdbTable;

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

// An index whose type would be called like the scan of another.
mod marker_of_a_scan {
    use super::*;

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

fn main() {}
