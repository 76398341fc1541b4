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

// A name that the text itself gives, and one in a string or a comment.
mod names {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("$next = $id + 1; SELECT * FROM {Order} WHERE order_id = $next", id = id as Uint64);
        let _ = yql!("SELECT '$none'u AS text -- $nothing");
    }
}

fn main() {}
