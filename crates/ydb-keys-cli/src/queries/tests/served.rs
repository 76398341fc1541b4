//! Tests that the engine refuses the queries that have faults of types or missing columns.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking, in its helpers too")]

use ydb_embedded::Server;
use ydb_keys::ydb::{self, ClientBuilder};

use super::{LAID_OUT, by};
use crate::queries::{Options, fixed, judge, named};

async fn served() -> (Server, ydb::Client) {
    let server = Server::start().await.unwrap();
    let client = ClientBuilder::new_from_connection_string(server.connection_string()).unwrap().build().await.unwrap();
    for statement in LAID_OUT.split(';') {
        if statement.contains("CREATE TABLE") {
            client.query_client().exec(statement.to_owned()).await.unwrap();
        }
    }
    (server, client)
}

/// Each text has no parameter, which lets the engine run it. Next to it is `true` if the engine refuses it.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_refused_here_is_refused_by_the_engine() {
    let cases = [
        ("SELECT * FROM orders WHERE order_id = '1'", true),
        ("SELECT * FROM orders WHERE order_id IN ('1', '2')", true),
        ("SELECT * FROM readings WHERE device = 5", true),
        ("SELECT * FROM readings WHERE device = 'd' AND at > '2026-01-01'", true),
        ("SELECT * FROM readings WHERE device = 'd' AND at BETWEEN 'a' AND 'b'", true),
        ("SELECT * FROM orders WHERE order_id = 1 AND paid = 1", true),
        ("SELECT * FROM orders WHERE order_id = 1 AND paid = 'true'", true),
        ("SELECT * FROM orders WHERE order_id = 1 AND mark = 'x'", true),
        ("SELECT * FROM orders WHERE order_id = 1 AND amount = true", true),
        ("SELECT * FROM orders WHERE order_id = 1 AND placed_at = false", true),
        ("SELECT * FROM orders WHERE order_id = CAST('1' AS Utf8)", true),
        ("SELECT * FROM orders WHERE order_id = 1 AND amount = 1 AND note = 'x' AND note = 'x'u", false),
        ("SELECT * FROM orders WHERE order_id = CAST('1' AS Uint64) AND amount = 1.5", false),
        ("SELECT * FROM orders WHERE order_id = -1", false),
        ("SELECT * FROM orders WHERE order_id = NULL", false),
        ("SELECT * FROM readings WHERE device = 'd' AND at > Date('2026-01-01')", false),
        ("UPDATE orders SET amount = 'x' WHERE order_id = 1", true),
        ("UPDATE orders SET paid = 1 WHERE order_id = 1", true),
        ("UPDATE orders SET note = 5 WHERE order_id = 1", true),
        ("UPDATE orders SET note = NULL WHERE order_id = 1", true),
        ("UPDATE orders SET amount = NULL WHERE order_id = 1", false),
        ("UPDATE orders SET amount = 1 WHERE order_id = 1", false),
        ("UPDATE orders SET order_hash = 1 WHERE order_id = 1", true),
        ("UPDATE readings SET at = Timestamp('2026-01-01T00:00:00Z') WHERE device = 'd'", true),
        ("UPSERT INTO orders (order_hash, order_id, mark) VALUES (Digest::NumericHash(1ul), 1, 'x')", true),
        ("UPSERT INTO orders (order_hash, order_id, note) VALUES (Digest::NumericHash(1ul), 1, 'x')", false),
        ("UPSERT INTO orders (order_hash, order_id, note) VALUES (Digest::NumericHash(1ul), '1', 'x')", true),
        ("UPSERT INTO orders (order_hash, order_id, placed_at) VALUES (Digest::NumericHash(1ul), 1, 'x')", true),
        ("UPSERT INTO orders (order_hash, order_id) SELECT Digest::NumericHash(1ul), 'x'", true),
        ("UPSERT INTO orders (order_id) VALUES (1)", true),
        ("INSERT INTO readings (device_hash, device, value) VALUES (Digest::XXH3('d'), 'd', 1)", true),
        (
            "UPSERT INTO readings (device_hash, device, at) VALUES (Digest::XXH3('d'), 'd', Timestamp('2026-01-01T00:00:00Z'))",
            true,
        ),
        (
            "UPSERT INTO readings (device_hash, device, at, value) VALUES (Digest::XXH3('d'), 'd', \
             Timestamp('2026-01-01T00:00:00Z'), 1)",
            false,
        ),
        ("DELETE FROM readings ON (device_hash, device) VALUES (Digest::XXH3('d'), 'd')", true),
    ];
    let (_server, client) = served().await;
    let mut wrong = String::new();
    for (text, refused) in cases {
        let judged = by(LAID_OUT, |tables| judge(&named("test", text)[0], tables, Options { implied_hash: false }));
        // The engine also runs queries that read too much.
        let faults = judged.errors.iter().filter(|fault| fault.rule != "full_scan");
        let faults = faults.filter(|fault| fault.rule != "missing_hash" || text.starts_with("UPSERT")).count();
        let answer = client.query_client().exec(text.to_owned()).await;
        if (faults > 0, answer.is_err()) != (refused, refused) {
            wrong += &format!("{text}\n    here   {:?}\n    engine {answer:?}\n", judged.errors);
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// The text with the condition finds the same rows.
#[tokio::test(flavor = "multi_thread")]
async fn the_added_condition_finds_the_rows() {
    let (_server, client) = served().await;
    let rows = [
        "UPSERT INTO orders (order_hash, order_id) VALUES (Digest::NumericHash(42ul), 42)",
        "UPSERT INTO readings (device_hash, device, at, value) VALUES \
         (Digest::XXH3('d\\'é'), 'd\\'é', Timestamp('2026-01-01T00:00:00Z'), 1)",
        "UPSERT INTO events (shard, at, event_id) VALUES (BITCAST(Unwrap(Digest::XXH3('e') % 16ul) AS Uint32), \
         Timestamp('2026-01-01T00:00:00Z'), 'e')",
        "UPSERT INTO pairs (h, a, b) VALUES (Digest::XXH3(ToBytes(7) || ToBytes(1767225600000000ul)), 7, \
         Timestamp('2026-01-01T00:00:00Z'))",
    ];
    for row in rows {
        client.query_client().exec(row).await.unwrap();
    }
    let cases = [
        "SELECT COUNT(*) AS n FROM orders WHERE order_id = 42",
        "SELECT COUNT(*) AS n FROM orders AS o WHERE o.order_id = 42 OR 43 = o.order_id",
        "$id = 42; SELECT COUNT(*) AS n FROM orders WHERE order_id = $id",
        "SELECT COUNT(*) AS n FROM readings WHERE device = 'd\\'é' AND value > 0",
        "SELECT COUNT(*) AS n FROM events WHERE event_id = 'e' AND at = Timestamp('2026-01-01T00:00:00Z')",
        "$b = Timestamp('2026-01-01T00:00:00Z'); $a = 7l; SELECT COUNT(*) AS n FROM pairs WHERE a = $a AND b = $b",
        "$b = Date('2026-01-01'); SELECT COUNT(*) AS n FROM pairs WHERE a = 7 AND b = $b",
        "$a = 41; SELECT COUNT(*) AS n FROM orders WHERE order_id = $a + 1 AND (note) = 'none'",
        "$a = 'd'; SELECT COUNT(*) AS n FROM readings WHERE device = $a || '\\'é'",
        "$r = AsList(AsStruct(41 AS id), AsStruct(42 AS id)); SELECT COUNT(*) AS n FROM AS_TABLE($r) AS r \
         JOIN orders AS o ON r.id = o.order_id",
        "SELECT COUNT(*) AS n FROM pairs AS p JOIN orders AS o ON (p.a) * 6 = o.order_id WHERE p.a = 7 AND p.b = \
         Timestamp('2026-01-01T00:00:00Z')",
    ];
    for text in cases {
        let with = by(LAID_OUT, |tables| fixed(text, tables)).unwrap_or_else(|| panic!("{text}"));
        for text in [text, &with] {
            let mut row = client.query_client().query_row(text.to_owned()).await.unwrap();
            let count: u64 = row.remove_field_by_name("n").unwrap().try_into().unwrap();
            assert_eq!(count, 1, "{text}");
        }
    }
}
