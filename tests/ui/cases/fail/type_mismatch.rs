#![allow(dead_code)]

use ydb_keys::{YdbTable, yql};

#[derive(YdbTable)]
#[ydb(primary_key(order_hash = numeric_hash(order_id), order_id))]
struct Order {
    order_id: u64,
    placed_at: std::time::SystemTime,
    paid: Option<bool>,
    note: String,
}

// Literals that are compared with columns of another kind.
mod compared {
    use super::*;

    fn run() {
        let _ = yql!("SELECT note FROM {Order} WHERE order_id = '1001'");
        let _ = yql!("SELECT note FROM {Order} WHERE order_id IN (1, 'two')");
        let _ = yql!(
            "
            SELECT note FROM {Order} AS o
            WHERE o.order_id = 1 AND o.paid = 1
            "
        );
        let _ = yql!("SELECT paid FROM {Order} WHERE order_id = 1 AND placed_at > '2026-01-01'");
    }
}

// Literals that are written into such columns, and NULL.
mod written {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("UPDATE {Order} SET note = 5 WHERE order_id = $id", id);
        let _ = yql!("UPDATE {Order} SET note = NULL WHERE order_id = $id", id);
        let _ = yql!("UPSERT INTO {Order} (order_id, placed_at, note) VALUES ($id, CurrentUtcTimestamp(), true)", id);
        let _ = yql!("UPSERT INTO {Order} SELECT $id AS order_id, CurrentUtcTimestamp() AS placed_at, 5 AS note", id);
    }
}

fn main() {}
