#![deny(warnings)]
#![allow(dead_code)]

use ydb_keys::{YdbRow, YdbTable, yql};

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

#[derive(YdbRow)]
struct Id {
    id: u64,
}

// Values and references, with and without a name, of the type of their column or of one that is chosen.
mod values {
    use super::*;

    fn run(id: u64, note: &str, owned: String, maybe: Option<u64>) {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id = &id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id = id + 1,);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id = maybe);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id = 1);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id AND note = $note", id, note);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id AND note = $note", id, note = owned);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id LIMIT $n", id, n = 10);
        let _ = yql!("SELECT $id + 1 AS next, $note AS note", id = id as Uint64, note = note as Utf8);
        let _ = yql!("SELECT $type AS type", r#type = id);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id = if note.is_empty() { 1 } else { id });
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id = [1, 2, 3].iter().fold(id, |a, b| a + b));
        let _ = yql!("SELECT * FROM {Order} WHERE order_id = $id", id = u64::from(3_u32) as Uint64);
    }
}

// Lists of all kinds, and rows.
mod lists {
    use std::collections::{BTreeSet, HashSet};

    use super::*;

    fn run(ids: &[u64], set: BTreeSet<u64>, other: &HashSet<u64>, rows: Vec<Id>, orders: &[Order]) {
        let _ = yql!("SELECT * FROM {Order} WHERE order_id IN $ids", ids);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id IN $ids", ids = vec![1, 2]);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id IN $ids", ids = [1, 2]);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id IN $set", set);
        let _ = yql!("SELECT * FROM {Order} WHERE order_id IN $other", other);
        let _ = yql!("SELECT * FROM AS_TABLE($rows) AS r JOIN {Order} AS o ON o.order_id = r.id", rows);
        let _ = yql!("UPSERT INTO {Order} SELECT * FROM AS_TABLE($orders)", orders);
    }
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
