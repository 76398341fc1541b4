#![deny(warnings)]
#![allow(dead_code)]

use std::time::SystemTime;

use ydb_keys::{TableAt, YdbTable, yql};

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id), index(by_customer, on(customer_id, placed_at)))]
struct Order {
    order_id: u64,
    customer_id: u64,
    placed_at: SystemTime,
    amount: Option<f64>,
    note: String,
}

enum Sort {
    Newest,
    Amount,
    Note,
}

// A permission for the only combination that needs it, and one for all.
mod permitted {
    use super::*;

    fn run(id: Option<u64>) {
        let _ = yql!(
            "SELECT order_id FROM {Order} WHERE amount > 1.0 {? AND order_id = $id }",
            id,
            full_scan(Order, reason = "a report", without(id))
        );
        let _ = yql!(
            "SELECT order_id FROM {Order} WHERE amount > 1.0 {? AND order_id = $id }",
            id,
            full_scan(Order, reason = "a report")
        );
    }
}

// A permission for a piece whose other parameter has a piece of its own.
mod overlapping {
    use super::*;

    fn run(from: Option<u64>, to: Option<u64>) {
        let _ = yql!(
            "SELECT order_id FROM {Order} WHERE amount > 1.0 {? AND customer_id >= $from } {? AND order_id IN AsList($from, $to) }",
            from,
            to,
            full_scan(Order, reason = "a report", without(to))
        );
    }
}

// References, texts, values that may be NULL, lists, numbers of rows, and a piece in the list of columns.
mod values {
    use super::*;

    fn run(note: Option<String>, ids: Option<&[u64]>, amount: Option<Option<f64>>, limit: Option<u64>, factor: Option<f64>) {
        let _ = yql!("SELECT order_id FROM {Order} WHERE order_id = 1 {? AND note = $note }", note = &note);
        let _ = yql!("SELECT order_id FROM {Order} WHERE order_id = 1 {? AND note = $note }", note = note.as_deref());
        let _ = yql!("SELECT order_id FROM {Order} WHERE customer_id = 1 {? AND order_id IN $ids } {? LIMIT $limit }", ids, limit);
        let _ = yql!("SELECT order_id FROM {Order} WHERE customer_id = 1 LIMIT 100 {? OFFSET $limit }", limit);
        let _ = yql!("SELECT 1 FROM {Order} WHERE order_id = 1 {? AND amount IS NOT DISTINCT FROM $amount }", amount);
        let _ = yql!("SELECT order_id, {? amount * $factor AS more } FROM {Order} WHERE order_id = 1", factor);
    }
}

// A model in a piece, with a place.
mod models {
    use super::*;

    fn run(others: TableAt<Order>, id: Option<u64>) {
        let _ = yql!(
            "SELECT order_id FROM {Order} WHERE order_id = 1
             {? AND order_id IN (SELECT order_id FROM {Order at others} WHERE order_id = $id) }
             AND customer_id NOT IN (SELECT customer_id FROM {Order} WHERE order_id = 2)",
            id
        );
    }
}

// A choice with patterns of several forms.
mod choices {
    use super::*;

    fn run(sort: Sort, id: u64, note: Option<String>) {
        let _ = yql!(
            "SELECT order_id FROM {Order} WHERE customer_id = $id {? AND note = $note } ORDER BY {order: placed_at DESC | amount}",
            id,
            note,
            order = match sort { Sort::Newest, Sort::Amount | Sort::Note }
        );
    }
}

// Braces that are no pieces.
mod braces {
    use super::*;

    fn run() {
        let _ = yql!("SELECT '{? x }' AS a, {'x': 1} AS b FROM {Order} WHERE order_id = 1");
    }
}

fn main() {}
