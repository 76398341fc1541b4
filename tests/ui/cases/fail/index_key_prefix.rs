use ydb_keys::YdbTable;

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

fn main() {}
