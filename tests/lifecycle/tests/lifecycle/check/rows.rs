//! Tests tables without a layout attribute: a sample of rows is compared.

use ydb_keys::YdbTable;

use super::{ALL, Line, Order, database, differs, passes};

/// Statement that writes rows under `Digest::NumericHash` of the id, computed in the server.
const RIGHT: &str =
    "UPSERT INTO orders SELECT Digest::NumericHash(order_id) AS order_hash, order_id FROM AS_TABLE($rows)";
const WRONG: &str =
    "UPSERT INTO orders SELECT Digest::IntHash64(order_id) AS order_hash, order_id FROM AS_TABLE($rows)";

/// Returns a statement over the ids of a range.
fn ids(ids: std::ops::Range<u64>, statement: &str) -> String {
    let rows: Vec<String> = ids.map(|id| format!("<|order_id: {id}ul|>")).collect();
    format!("$rows = AsList({}); {statement}", rows.join(", "))
}

#[tokio::test]
async fn empty_tables_pass() {
    let database = database().await;
    passes(&database, ALL).await;
}

#[tokio::test]
async fn rows_of_the_program_pass() {
    let database = database().await;
    let mut q = database.q();
    let orders: Vec<Order> = (0..1200).map(|order_id| Order { order_id, note: None }).collect();
    YdbTable::upsert_many(&orders).exec(&mut q).await.unwrap();
    let lines: Vec<Line> = (0..30).map(|line| Line { shop: "north".into(), order_id: -7, line }).collect();
    YdbTable::upsert_many(&lines).exec(&mut q).await.unwrap();
    passes(&database, ALL).await;
}

#[tokio::test]
async fn rows_with_another_hash_differ() {
    let database = database().await;
    database.run(&ids(0..20, WRONG)).await;
    let message = differs(&database, ALL).await;
    assert!(message.contains("20 of 20 sampled rows differ\n"), "{message}");
    // Rows with the right hash and rows with another one.
    database.run(&ids(100..110, RIGHT)).await;
    let message = differs(&database, ALL).await;
    assert!(message.contains("20 of 30 sampled rows differ\n"), "{message}");
}

/// Tests that the hashed bytes include the lengths of several inputs: without them, the hash differs.
#[tokio::test]
async fn other_inputs_differ() {
    let database = database().await;
    let line = "UPSERT INTO `shop/lines` (line_hash, shop, order_id, line) VALUES";
    database.run(&format!("{line} (Digest::XXH3('north'), 'north'u, 5l, 1u)")).await;
    let message = differs(&database, &[Line::TABLE]).await;
    assert!(message.contains("1 of 1 sampled rows differ\n"), "{message}");
}

/// Tests that the first 1000 rows are sampled: rows are sorted by hash, so this is effectively a random sample.
#[tokio::test]
async fn a_thousand_rows_are_looked_at() {
    let database = database().await;
    for first in (0..1500).step_by(300) {
        // A query is at most 10 KB long.
        database.run(&ids(first..first + 300, RIGHT)).await;
    }
    passes(&database, &[Order::TABLE]).await;
    database.run("UPSERT INTO orders (order_hash, order_id) VALUES (0ul, 9000ul)").await;
    let message = differs(&database, &[Order::TABLE]).await;
    assert!(message.contains("1 of 1000 sampled rows differ\n"), "{message}");
    // A single row after them is not found.
    database.run("DELETE FROM orders WHERE order_hash = 0ul").await;
    database.run("UPSERT INTO orders (order_hash, order_id) VALUES (18446744073709551615ul, 9000ul)").await;
    passes(&database, &[Order::TABLE]).await;
}
