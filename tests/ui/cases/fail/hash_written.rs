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

// An UPDATE of the hash, of its input, and of a key without a hash.
mod update {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("UPDATE {Order} SET order_hash = 1 WHERE order_id = $id", id);
        let _ = yql!(
            "UPDATE {Order}
             SET note = 'new'u, order_id = $id + 1
             WHERE order_id = $id",
            id = id as Uint64
        );
        let _ = yql!("UPDATE {Customer} SET id = 2 WHERE id = $id", id);
        let _ = yql!("BATCH UPDATE {Order} SET order_id = 2 WHERE order_id = $id", id);
    }
}

fn main() {}
