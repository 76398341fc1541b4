//! What remains of a query whose client goes away.

use super::super::database::{Client, is};
use super::with;
use crate::session::TxControl;

/// A table, and a session with an open transaction in which an UPSERT was begun and dropped before its end.
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
