// What cannot be flattened: structs that are not rows, and types of columns.

use ydb_keys::YdbRow;

struct Customer {
    id: u64,
}

#[derive(YdbRow)]
struct Sale {
    order_id: u64,
    #[ydb(flatten, prefix = "c_")]
    customer: Customer,
}

#[derive(YdbRow)]
struct OuterSale {
    order_id: u64,
    #[ydb(flatten, prefix = "c_")]
    customer: Option<Customer>,
    #[ydb(flatten)]
    amount: f64,
}

fn main() {}
