use ydb_keys::YdbTable;

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

fn main() {}
