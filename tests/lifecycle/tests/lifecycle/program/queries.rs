//! Tests `queries live` and `queries vet`: the queries that a database has run, and its plans of queries in files.

use std::path::PathBuf;
use std::time::Duration;
use std::{env, fs};

use e2e_tests::Database;
use insta::assert_snapshot;
use serde_json::Value;
use ydb_embedded::{Call, Fault};
use ydb_keys_cli::Status;

use super::{session, stdout};

/// File of queries that is removed at the end of the test.
struct Queries(PathBuf);

impl Queries {
    fn new(name: &str, text: &str) -> Self {
        let path = env::temp_dir().join(format!("ydb-keys-queries-{}-{name}.sql", std::process::id()));
        fs::write(&path, text).unwrap();
        Self(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Queries {
    fn drop(&mut self) {
        fs::remove_file(&self.0).unwrap();
    }
}

/// Starts a database with orders, whose rows show their hash, and places without a hash, on a clock that does not move.
async fn shop() -> Database {
    let database = Database::timed().await;
    let rows: Vec<String> = (1..=30).map(|n| format!("(Digest::NumericHash({n}ul), {n}, 'c{}', {n})", n % 3)).collect();
    for text in [
        "CREATE TABLE `shop/orders` (order_hash Uint64 NOT NULL, order_id Uint64 NOT NULL, customer Utf8, \
         amount Double, PRIMARY KEY (order_hash, order_id), INDEX by_customer GLOBAL ON (customer))",
        "CREATE TABLE places (a Uint64 NOT NULL, b Uint64 NOT NULL, v Uint64, PRIMARY KEY (a, b))",
        "CREATE TABLE `other/things` (id Uint64 NOT NULL, PRIMARY KEY (id))",
        &format!("UPSERT INTO `shop/orders` (order_hash, order_id, customer, amount) VALUES {}", rows.join(", ")),
        "UPSERT INTO places (a, b, v) VALUES (1, 1, 1), (1, 2, 2), (2, 1, 3)",
    ] {
        database.run(text).await;
    }
    // What has made the tables is not what the program runs.
    database.advance(Duration::from_secs(25 * 3600));
    database
}

/// Runs the queries of a program: a forgotten hash, full reads, and queries without a fault.
async fn work(database: &Database) {
    for text in [
        "-- name: one_order :one\nSELECT *\nFROM `shop/orders`\nWHERE order_id = 7",
        "-- name: one_order :one\nSELECT *\nFROM `shop/orders`\nWHERE order_id = 7",
        "SELECT COUNT(*) AS n FROM `shop/orders` WHERE amount > 5",
        "-- full_scan(a report)\nSELECT SUM(amount) AS s FROM `shop/orders`",
        "SELECT * FROM places WHERE b = 1",
        "SELECT * FROM places WHERE a = 1",
        "SELECT * FROM `shop/orders` VIEW by_customer WHERE customer = 'c1'",
        "SELECT 1 AS x",
        "SELECT COUNT(*) AS n FROM `.sys/partition_stats`",
        // As long as a text that is cut off.
        &format!("{:10240}", "SELECT * FROM places WHERE b = 2"),
        "PRAGMA TablePathPrefix('/local/other'); SELECT * FROM things",
    ] {
        database.run(text).await;
    }
    database.advance(Duration::from_secs(60));
}

#[tokio::test]
async fn what_a_database_runs() {
    let database = shop().await;
    assert_snapshot!("live_nothing", session(&database, &[], &["queries", "live"], ""));
    work(&database).await;
    assert_snapshot!("live", session(&database, &[], &["queries", "live"], ""));
    assert_snapshot!("live_github", session(&database, &[], &["queries", "live", "--format", "github"], ""));
    assert_snapshot!("live_limit", session(&database, &[], &["queries", "live", "--limit", "1"], ""));
    // Something adds the hash later.
    let (text, status) = stdout(&database, &[], &["queries", "live", "--implied-hash", "--format", "json"]);
    assert_eq!(status, Status::Differs);
    let found: Value = serde_json::from_str(&text).unwrap();
    let one = found.as_array().unwrap().iter().find(|query| query["name"] == "one_order").unwrap();
    assert_eq!((&one["ok"], &one["runs"], &one["rows"]), (&true.into(), &2.into(), &60.into()), "{text}");
    assert_eq!(one["sources"][0]["access"], "point", "{text}");
    assert!(found.as_array().unwrap().iter().all(|query| query["text"].as_str().unwrap().len() <= 10 * 1024), "{text}");
}

/// Tests a database without the view of all runs: the heaviest run of each query is known.
#[tokio::test]
async fn how_often_queries_ran_is_unknown() {
    let database = shop().await;
    work(&database).await;
    // The question after that for the tops: so many before it are whether the database answers, and what the tables are.
    let mut before = 0;
    let text = loop {
        database.faults().fail_next(before, Call::ExecuteQuery, Fault::Delay(Duration::ZERO));
        let message = "no such view".to_owned();
        database.faults().fail_next(1, Call::ExecuteQuery, Fault::Status(ydb_embedded::Status::SchemeError, message));
        let (text, status) = stdout(&database, &[], &["queries", "live"]);
        database.faults().clear();
        if status == Status::Differs && text.contains("cannot be read") {
            break text;
        }
        before += 1;
        assert!(before < 20, "{text}");
    };
    assert!(text.contains("a run read 30 rows, 0 ms of CPU"), "{text}");
    assert!(!text.contains("in 6 hours"), "{text}");
}

#[tokio::test]
async fn plans_of_files() {
    let database = shop().await;
    let text = "\
-- name: one_order :one
SELECT * FROM `shop/orders` WHERE order_hash = Digest::NumericHash($id) AND order_id = $id;

-- name: of_customers
SELECT o.order_id, p.v FROM `shop/orders` VIEW by_customer AS o JOIN places AS p ON p.a = o.order_id
WHERE o.customer IN $customers;

-- name: forgotten
SELECT * FROM `shop/orders` WHERE order_id = $id;

-- name: rise
UPDATE places SET v = $v WHERE a = $a AND b > $b;

-- name: note
UPSERT INTO places (a, b, v) VALUES ($a, $b, $v);
";
    let queries = Queries::new("good", text);
    let shown = |text: String, queries: &Queries| text.replace(queries.path(), "queries.sql");
    assert_snapshot!("vet", shown(session(&database, &[], &["queries", "vet", queries.path()], ""), &queries));
    let refused =
        Queries::new("bad", "-- name: lost\nSELECT * FROM places WHERE c = 1;\n-- name: fine\nSELECT 1 AS x;\n");
    let args = ["queries", "vet", refused.path()];
    assert_snapshot!("vet_refused", shown(session(&database, &[], &args, ""), &refused));
    let (json, status) = stdout(&database, &[], &[&args[..], &["--format", "json"]].concat());
    assert_eq!(status, Status::Differs);
    let found: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&found[0]["ok"], &found[1]["ok"]), (&false.into(), &true.into()), "{json}");
    assert_eq!(found[1]["error"], Value::Null, "{json}");
}
