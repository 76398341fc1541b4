//! Tests of each switch of `Behavior`, on and off.

mod access;
mod conflicts;
mod schema;

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

use super::database::{Client, Params, behaving, is};
use crate::clock::Clock;
use crate::session::{Behavior, Config, Engine, Release, TxControl};
use crate::types::{Primitive, Value};
use crate::work::{Stop, under};

/// Creates an empty database with the default behavior, changed by `change`.
fn with(change: impl FnOnce(&mut Behavior)) -> Client {
    let mut behavior = Behavior::default();
    change(&mut behavior);
    behaving(behavior)
}

/// Creates a table, and a session with an open transaction in which an UPSERT was begun and dropped before its end.
fn dropped(runs: bool, text: &str, commit: bool) -> Client {
    let mut client = with(|behavior| behavior.cancelled_statements_run = runs);
    client.ok("CREATE TABLE t (k Int32 NOT NULL, v Int32, PRIMARY KEY (k))");
    client.ok("UPSERT INTO t (k) VALUES (1), (2)");
    client.begin();
    let request = crate::session::QueryRequest {
        tx: TxControl::Existing { id: client.tx.clone().unwrap(), commit },
        ..client.request(text)
    };
    drop(client.engine.execute(request).unwrap());
    client
}

#[test]
fn a_cancelled_statement_ends_its_transaction() {
    let mut client = dropped(false, "UPSERT INTO t (k) VALUES (3)", false);
    is(&client.commit().unwrap_err(), "NOT_FOUND", 2015, "Transaction not found");
    assert_eq!(client.rows("SELECT k FROM t ORDER BY k"), ["1", "2"]);
}

#[test]
fn a_cancelled_statement_runs_and_a_later_commit_includes_it() {
    let mut client = dropped(true, "UPSERT INTO t (k) VALUES (3) RETURNING k; DELETE FROM t WHERE k = 1", false);
    client.commit().unwrap();
    assert_eq!(client.rows("SELECT k FROM t ORDER BY k"), ["2", "3"]);
}

#[test]
fn a_cancelled_statement_that_commits_is_committed() {
    let mut client = dropped(true, "UPSERT INTO t (k) VALUES (3)", true);
    client.tx = None;
    assert_eq!(client.rows("SELECT k FROM t ORDER BY k"), ["1", "2", "3"]);
}

#[test]
fn a_cancelled_read_leaves_its_transaction_open() {
    let mut client = dropped(true, "SELECT k FROM t", false);
    client.ok("UPSERT INTO t (k) VALUES (3)");
    client.commit().unwrap();
    assert_eq!(client.rows("SELECT COUNT(*) FROM t"), ["3"]);
}

#[test]
fn a_refused_statement_runs_nothing() {
    let mut client = with(|behavior| behavior.cancelled_statements_run = true);
    client.ok("CREATE TABLE t (k Int32 NOT NULL, PRIMARY KEY (k))");
    client.begin_as(crate::session::TxMode::SnapshotReadOnly);
    is(
        &client.refused("UPSERT INTO t (k) VALUES (1)"),
        "GENERIC_ERROR",
        2008,
        "can't be performed in read only transaction",
    );
    assert!(client.rows("SELECT k FROM t").is_empty());
}

/// Number of keys: more than the ticks between two checks of the clock, so that the clock is checked during the read.
const KEYS: i64 = 1_000;

/// Reads the rows of two partitions, which always have the same number. A client sets another number each time the read
/// checks the clock, which happens between the two rows. Returns the numbers that were read.
fn numbers(snapshot: bool) -> Vec<Value> {
    let behavior = Behavior { read_rows_snapshot: snapshot, ..Behavior::default() };
    let (writer, next) = (Arc::new(OnceLock::<Mutex<Client>>::new()), AtomicI64::new(0));
    let writing = Arc::clone(&writer);
    let clock = Clock::of_work(move || {
        // The writer's own statements come here, too; the lock is taken then.
        if let Some(mut client) = writing.get().and_then(|client| client.try_lock().ok()) {
            let n = next.fetch_add(1, Ordering::Relaxed);
            client.ok(&format!("UPSERT INTO t (k, v) VALUES (1, {n}l), ({KEYS}, {n}l)"));
        }
        Duration::ZERO
    });
    let stop = Stop::new(&clock);
    let mut client = Client::new(Engine::new(Config { behavior, clock, ..Config::default() }));
    client.ok(&format!(
        "CREATE TABLE t (k Int32 NOT NULL, v Int64, PRIMARY KEY (k)) WITH (PARTITION_AT_KEYS = ({KEYS}))"
    ));
    client.ok(&format!("UPSERT INTO t (k, v) VALUES (1, -1l), ({KEYS}, -1l)"));
    let engine = Arc::clone(&client.engine);
    assert_eq!(engine.partition_stats("t").unwrap().len(), 2);
    assert!(writer.set(Mutex::new(client)).is_ok());
    let keys = (1..=KEYS).map(|key| vec![Value::Int(key)]).collect();
    let members = [("k".into(), Primitive::Int32.into())];
    let (_, rows) = under(&stop, || engine.read_rows("t", &members, keys, &["v".to_owned()])).unwrap();
    rows.into_iter().flatten().collect()
}

#[test]
fn rows_are_of_one_moment() {
    let numbers = numbers(true);
    assert_eq!(numbers.len(), 2);
    assert_eq!(numbers[0], numbers[1]);
}

#[test]
fn rows_are_of_a_moment_for_each_partition() {
    let numbers = numbers(false);
    assert_eq!(numbers.len(), 2);
    assert_ne!(numbers[0], numbers[1]);
}

fn key() -> Params {
    Params::from([("$k".to_owned(), (Primitive::Int32.into(), Value::Int(1)))])
}

#[test]
fn a_parameter_needs_no_declare() {
    let rows = with(|_| {}).query("SELECT $k", key()).unwrap();
    assert_eq!(rows, [[Value::Int(1)]]);
}

#[test]
fn a_parameter_without_declare_is_unknown() {
    let mut client = with(|behavior| behavior.implicit_parameter_types = false);
    for text in ["SELECT $k", "$other = $k; SELECT $other", "SELECT 1 IN $k"] {
        is(&client.query(text, key()).unwrap_err(), "GENERIC_ERROR", 0, "Unknown name: $k");
    }
    let rows = client.query("DECLARE $k AS Int32; SELECT $k", key()).unwrap();
    assert_eq!(rows, [[Value::Int(1)]]);
    // A parameter that is sent but not used is ignored.
    client.query("SELECT 1", key()).unwrap();
}

#[test]
fn a_list_without_declare_is_unknown() {
    let mut client = with(|behavior| behavior.implicit_parameter_types = false);
    let refused = client.query("SELECT * FROM AS_TABLE($k)", key()).unwrap_err();
    is(&refused, "GENERIC_ERROR", 0, "Unknown name: $k");
}

/// Returns `SELECT 1` with spaces up to a length in bytes.
fn padded(bytes: usize) -> String {
    format!("SELECT 1{}", " ".repeat(bytes - 8))
}

#[test]
fn a_text_has_no_limit() {
    with(|_| {}).ok(&padded(100_000));
}

#[test]
fn a_long_text_is_refused_and_the_transaction_stays() {
    let mut client = with(|behavior| behavior.query_text_limit = Some(10_240));
    client.ok(&padded(10_240));
    client.begin();
    let tx = TxControl::Existing { id: client.tx.clone().unwrap(), commit: false };
    let refused = client.query_as(&padded(10_241), Params::new(), tx).unwrap_err();
    is(&refused, "BAD_REQUEST", 0, "Query text size exceeds limit (10241b > 10240b)");
    client.ok("SELECT 1");
    client.commit().unwrap();
}

#[test]
fn the_version_is_that_of_the_release() {
    assert_eq!(with(|_| {}).rows("SELECT Version()"), ["b'stable-26-2'"]);
    assert_eq!(with(|behavior| behavior.release = Release::V25_4).rows("SELECT version()"), ["b'stable-25-4'"]);
    is(
        &with(|_| {}).refused("SELECT Version(1)"),
        "GENERIC_ERROR",
        0,
        "Version() requires exactly 0 arguments, given: 1",
    );
}
