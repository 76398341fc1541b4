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

// A column that both sides of a join have, in the result, in a condition, and in ON.
mod both_sides {
    use super::*;

    fn run(id: u64) {
        let _ = yql!(
            "SELECT name, amount
             FROM {Order} AS o
             JOIN {Customer} AS c ON c.id = o.customer_id
             WHERE o.order_id = $id",
            id
        );
        let _ = yql!(
            "SELECT name FROM {Order} AS o JOIN {Customer} AS c ON c.id = o.customer_id
             WHERE o.order_id = $id AND amount > 1.0",
            id
        );
    }
}

// The same table twice.
mod itself {
    use super::*;

    fn run(id: u64) {
        let _ = yql!(
            "SELECT a.note AS note FROM {Order} AS a JOIN {Order} AS b ON a.order_id = b.customer_id WHERE order_id = $id",
            id
        );
    }
}

fn main() {}
