#![deny(warnings)]
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

// Names of one source only, qualified names, an alias of the result with the name of two columns.
mod certain {
    use super::*;

    fn run(id: u64) {
        let _ = yql!(
            "SELECT name, note, o.amount AS amount FROM {Order} AS o JOIN {Customer} AS c ON c.id = o.customer_id
             WHERE order_id = $id ORDER BY amount",
            id
        );
    }
}

// A source whose columns are not known.
mod unknown {
    use super::*;

    fn run(id: u64) {
        let _ = yql!(
            "SELECT amount FROM {Order} AS o JOIN `somewhere` AS s ON s.id = o.customer_id WHERE o.order_id = $id",
            id
        );
    }
}

fn main() {}
