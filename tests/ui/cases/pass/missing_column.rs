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

// The hash is added; a column that may be NULL, has a default or counts itself may be missing, and an update by the key
// sets what it sets.
mod filled {
    use super::*;

    #[derive(YdbTable)]
    #[ydb(primary_key(shop, receipt))]
    struct Sale {
        shop: String,
        #[ydb(serial)]
        receipt: i64,
        #[ydb(default = 1)]
        copies: i32,
        sum: Option<i64>,
        clerk: String,
    }

    fn run(id: u64, shop: &str) {
        let _ = yql!("UPSERT INTO {Order} (order_id, customer_id, note) VALUES ($id, 1, 'x'u)", id);
        let _ = yql!("INSERT INTO {Sale} (shop, clerk) VALUES ($shop, 'x'u)", shop);
        let _ = yql!("UPDATE {Sale} ON (shop, receipt, sum) VALUES ($shop, 1, 2)", shop);
        let _ = yql!("DELETE FROM {Sale} ON (shop, receipt) VALUES ($shop, 1)", shop);
    }
}

// Rows whose columns the text does not say.
mod unknown {
    use super::*;

    fn run(rows: &[Order]) {
        let _ = yql!("UPSERT INTO {Order} SELECT * FROM AS_TABLE($rows)", rows);
        let _ = yql!("UPSERT INTO {Order} SELECT * FROM `somewhere`");
    }
}

fn main() {}
