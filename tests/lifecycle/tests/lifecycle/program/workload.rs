//! Tests `advise --workload` on the queries that a database has run: an evening on which a new screen reads all orders.

use std::time::Duration;

use e2e_tests::Database;
use insta::assert_snapshot;
use serde_json::Value;
use ydb_keys_cli::Status;

use super::{session, stdout};

const ADVISE: [&str; 4] = ["advise", "--workload", "--seconds", "0"];

/// Starts a shop with 3,000 orders of 300 customers in eight partitions, on a clock that does not move.
async fn shop() -> Database {
    let database = Database::timed().await;
    database
        .run(
            "CREATE TABLE `shop/orders` (order_hash Uint64 NOT NULL, order_id Uint64 NOT NULL, customer_id Uint64 NOT NULL, \
             placed_at Timestamp NOT NULL, cents Int64 NOT NULL, note Utf8, PRIMARY KEY (order_hash, order_id)) \
             WITH (UNIFORM_PARTITIONS = 8, AUTO_PARTITIONING_MIN_PARTITIONS_COUNT = 8)",
        )
        .await;
    for first in (0..3000).step_by(60) {
        let rows: Vec<String> = (first..first + 60).map(order).collect();
        database.run(&format!("UPSERT INTO `shop/orders` {COLUMNS} VALUES {}", rows.join(", "))).await;
    }
    // The load is not what the program runs: its minute ends, and is forgotten.
    database.advance(Duration::from_secs(60));
    database.advance(Duration::from_secs(25 * 3600));
    database
}

const COLUMNS: &str = "(order_hash, order_id, customer_id, placed_at, cents, note)";

fn order(id: u64) -> String {
    let (customer, at) = (id * 7919 % 300, 1_700_000_000_000_000 + id * 60_000_000);
    format!(
        "(Digest::NumericHash({id}ul), {id}ul, {customer}ul, Unwrap(CAST({at}ul AS Timestamp)), {}l, 'note {id}'u)",
        id % 90
    )
}

/// A minute of the shop: orders by their ids, new orders, and the new screen with the latest orders of a customer.
async fn minute(database: &Database, begin: u64) {
    for turn in begin..begin + 30 {
        let id = turn * 97 % 3000;
        database
            .run(&format!(
                "SELECT cents, note FROM `shop/orders` WHERE order_hash = Digest::NumericHash({id}ul) AND order_id = {id}ul"
            ))
            .await;
        database
            .run(&format!(
                "SELECT order_id, placed_at, cents FROM `shop/orders` WHERE customer_id = {}ul \
                 ORDER BY placed_at DESC LIMIT 5",
                turn % 300
            ))
            .await;
    }
    for id in 0..6 {
        database.run(&format!("UPSERT INTO `shop/orders` {COLUMNS} VALUES {}", order(3000 + begin + id))).await;
    }
    database.advance(Duration::from_secs(60));
}

#[tokio::test]
async fn an_evening() {
    let database = shop().await;
    let (nothing, status) = stdout(&database, &[], &ADVISE);
    assert_eq!((nothing.as_str(), status), ("", Status::Failed));
    minute(&database, 0).await;
    assert_snapshot!("workload", session(&database, &[], &ADVISE, ""));
    assert_snapshot!("workload_markdown", session(&database, &[], &[&ADVISE[..], &["--markdown"]].concat(), ""));
    let (text, _) = stdout(&database, &[], &[&ADVISE[..], &["--json"]].concat());
    let advice: Value = serde_json::from_str(&text).unwrap();
    let proposal = &advice["advice"]["proposals"][0];
    let statement = proposal["statements"][0].as_str().unwrap();
    database.run(statement).await;
    database.advance(Duration::from_secs(60));
    database.advance(Duration::from_secs(25 * 3600));
    minute(&database, 40).await;
    // Runs with other customers are other texts.
    let (live, _) = stdout(&database, &[], &["queries", "live", "--limit", "100", "--json"]);
    let live: Value = serde_json::from_str(&live).unwrap();
    let of_screen = |query: &&Value| query["text"].as_str().is_some_and(|text| text.contains("ORDER BY placed_at"));
    let rows: Vec<u64> =
        live.as_array().unwrap().iter().filter(of_screen).map(|query| query["rows"].as_u64().unwrap()).collect();
    assert_eq!((rows.len(), rows.iter().sum::<u64>()), (30, 150));
    assert_eq!(proposal["queries"][0]["after"]["rows"], 5.0);
    assert_snapshot!("workload_after", session(&database, &[], &ADVISE, ""));
    let page = std::env::temp_dir().join(format!("ydb-keys-evening-{}.html", std::process::id()));
    let (_, status) = stdout(&database, &[], &["report", "--seconds", "1", "--out", page.to_str().unwrap()]);
    let written = std::fs::read_to_string(&page).unwrap();
    std::fs::remove_file(&page).unwrap();
    assert_eq!(status, Status::Done);
    assert!(written.contains("<h2 id=\"proposals\">Proposals</h2>"), "{written}");
    assert!(written.contains("No change of a key or an index saves a twentieth of it."), "{written}");
}
