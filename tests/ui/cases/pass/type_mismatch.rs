#![deny(warnings)]
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

// Kinds that YDB compares: numbers of all sizes, and numbers with times; NULL where the column takes it.
mod of_one_kind {
    use super::*;

    fn run(id: u64) {
        let _ = yql!("SELECT note FROM {Order} WHERE order_id = 1 AND paid = true AND note = 'x'");
        let _ = yql!("SELECT note FROM {Order} WHERE order_id = 1u AND note IN ('a', 'b'u)");
        let _ = yql!("SELECT note FROM {Order} WHERE order_id = 1 AND placed_at > Timestamp('2026-01-01T00:00:00Z')");
        let _ = yql!("UPDATE {Order} SET paid = NULL, note = 'x' WHERE order_id = $id", id);
    }
}

fn main() {}
