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

// Columns outside of the key are updated, and the hash is compared and read as any other column.
mod others {
    use super::*;

    fn run(id: u64, hash: u64) {
        let _ = yql!("UPDATE {Order} SET note = 'new'u, amount = 1.0 WHERE order_id = $id", id);
        let _ = yql!("SELECT order_hash FROM {Order} WHERE order_hash = $hash AND order_id = $id", hash, id);
    }
}

fn main() {}
