// edition: 2021
// Queries in a crate of edition 2021.
#![deny(warnings, rust_2018_idioms, unused_qualifications)]
#![allow(dead_code)]

use ydb_keys::{YdbTable, yql};

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id), index(by_customer, on(customer_id)))]
struct Order {
    order_id: u64,
    customer_id: u64,
    amount: Option<f64>,
    r#async: String,
}

#[derive(YdbTable)]
#[ydb(primary_key(id))]
struct Customer {
    #[ydb(dispersed)]
    id: u64,
    name: String,
    amount: Option<f64>,
}

fn run(id: u64, gen: &[u64], r#async: &str) {
    let _ = yql!("SELECT async FROM {Order} WHERE order_id = $id AND async = $async", id, async);
    let _ = yql!("SELECT * FROM {Order} WHERE order_id IN $gen", gen);
    let _ = ydb_keys::yql!("SELECT * FROM {Order}", full_scan(Order, reason = "a report"));
    let _ = r#async;
}

fn main() {}
