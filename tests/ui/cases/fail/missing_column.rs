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

// Rows without a column of the key, and without one that is NOT NULL.
mod rows {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("UPSERT INTO {Order} (customer_id, note) VALUES ($id, 'x'u)", id);
        let _ = yql!(
            "
            INSERT INTO {Order} (order_id, note)
            VALUES ($id, 'x'u)
            ",
            id
        );
        let _ = yql!("REPLACE INTO {Customer} SELECT order_id AS id FROM {Order} WHERE order_id = $id", id);
    }
}

// Rows that are found by their key without all of it.
mod by_key {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(shop, receipt))]
    struct Sale {
        shop: String,
        receipt: u64,
        sum: Option<i64>,
    }

    fn run(shop: &str) {
        let _ = yql!("UPDATE {Sale} ON (shop, sum) VALUES ($shop, 1)", shop);
        let _ = yql!("DELETE FROM {Sale} ON (shop) VALUES ($shop)", shop);
    }
}

fn main() {}
