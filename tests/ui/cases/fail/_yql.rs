#![allow(dead_code)]

use ydb_keys::{YdbTable, yql};

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id), index(by_customer, on(customer_id)))]
struct Order {
    order_id: u64,
    customer_id: u64,
    amount: Option<f64>,
    note: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Customer {
    #[ydb(dispersed)]
    id: u64,
    name: String,
    amount: Option<f64>,
}

// Models that do not exist, and a struct that is none.
mod unknown {
    use super::*;

    struct Nothing;

    fn run(id: u64) {
        let _ = yql!("SELECT * FROM {Orders} WHERE order_id = $id", id);
        let _ = yql!("SELECT * FROM {shop::Order} WHERE order_id = $id", id);
        let _ = yql!("SELECT * FROM {Nothing} WHERE id = $id", id = id as Uint64);
        let _ = yql!("SELECT * FROM {Order}", full_scan(Orders, reason = "nightly"));
    }
}

// A place that is not that of the model, and a variable that does not exist.
mod place {
    use ydb_keys::TableAt;

    use super::*;

    fn run(id: u64, customers: TableAt<Customer>) {
        let _ = yql!("SELECT * FROM {Order at customers} WHERE order_id = $id", id);
        let _ = yql!("SELECT * FROM {Order at \"tenant/orders\"} WHERE order_id = $id", id);
        let _ = yql!("SELECT * FROM {Order at orders} WHERE order_id = $id", id);
    }
}

// A type parameter as a model.
mod generic {
    use super::*;

    fn run<T: YdbTable>() {
        let _ = yql!("SELECT COUNT(*) AS n FROM {T}", full_scan(T, reason = "nightly"));
    }
}

// A variable that does not exist, and one that is moved away.
mod values {
    use super::*;

    fn run() {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id = order.id);
    }
}

// A model where no table is read or written.
mod wrong_place {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("SELECT {Order}.order_id FROM {Order} WHERE order_id = $id", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id IN {Customer}");
    }
}

// In a constant.
mod constant {
    use super::*;

    const fn run() {
        let _ = yql!("SELECT 1 AS one");
    }
}

fn main() {}
