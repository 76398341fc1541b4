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

#[derive(YdbTable)]
#[ydb(store = column, primary_key(at, user), partition_by_hash(user))]
struct Event {
    at: std::time::SystemTime,
    user: String,
    kind: String,
}

// Rows that are found by the key, by an index, by USING, and by what a subquery returns.
mod found {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id);
        let _ = yql!("SELECT * FROM {Order:by_customer} AS o WHERE o.customer_id > $id", id);
        let _ = yql!("SELECT * FROM {Order} VIEW by_customer AS o WHERE o.customer_id BETWEEN 1 AND $id", id);
        let _ = yql!("SELECT c.name AS name FROM {Customer} AS c JOIN {Customer} AS d USING (id) WHERE d.id = $id", id);
        let _ = yql!("SELECT o.note AS note FROM {Customer} AS c JOIN {Order} AS o ON o.order_id = c.id WHERE c.id = $id", id);
        let _ = yql!("SELECT * FROM {Customer} WHERE id IN (SELECT customer_id FROM {Order} WHERE order_id = $id)", id);
        let _ = yql!(
            "SELECT note, name FROM {Customer} AS c LEFT JOIN {Order:by_customer} AS o ON o.customer_id = c.id WHERE c.id = $id",
            id
        );
        let _ = yql!("UPDATE {Order} SET note = 'x'u WHERE order_id IN (1, 2)");
        let _ = yql!("UPDATE {Order} ON SELECT order_id, 'x'u AS note FROM {Order:by_customer} WHERE customer_id = $id", id);
        let _ = yql!("DELETE FROM {Order} ON SELECT order_id FROM {Order:by_customer} WHERE customer_id = $id", id);
    }
}

// Column tables are made for scans.
mod column_table {
    use super::*;

    fn run() {
        let _ = yql!("SELECT kind, COUNT(*) AS n FROM {Event} GROUP BY kind");
    }
}

// Scans that are meant.
mod permitted {
    use super::*;

    fn run() {
        let _ = yql!("SELECT COUNT(*) AS n FROM {Order}", full_scan(Order, reason = "a nightly report"));
        let _ = yql!(
            "SELECT note, name FROM {Order} AS o JOIN {Customer} AS c ON c.name = o.note",
            full_scan(super::Order, reason = "a nightly report"),
            full_scan(Customer, reason = "a nightly report"),
        );
        let _ = yql!("BATCH DELETE FROM {Order} WHERE note = 'old'u", full_scan(Order, reason = "a nightly clean-up"));
        let _ = yql!("BATCH UPDATE {Order} SET note = 'x'u WHERE order_id = $id", id = 7);
    }
}

fn main() {}
