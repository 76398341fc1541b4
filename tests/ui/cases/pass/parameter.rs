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

// Values that are expressions, in the text as often as one likes, and next to texts that look like their names.
mod expressions {
    use super::*;

    struct Given {
        order_id: u64,
    }

    fn run(given: Given, ids: &[u64]) -> Option<()> {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $order_id", order_id = given.order_id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id = *ids.first()?);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id = ids[0]);
        // YDB takes NULL for it.
        let _ = yql!("DECLARE $least AS Double?; SELECT * FROM {Order} WHERE order_id = 5 AND amount > $least");
        let _ = yql!("SELECT '$id {id}' AS text, {1} AS set FROM {Order} WHERE order_id = $id", id = 5);
        Some(())
    }
}

fn main() {}
