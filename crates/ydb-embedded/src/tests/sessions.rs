//! Transactions of several sessions: what each of them sees, and which of them commit or are aborted.

use super::database::{Client, Params, database, is, is_aborted};
use crate::session::{QueryRequest, TxControl, TxMode};

/// Creates two sessions and a table `t` with the rows 1 to 3, whose `v` is ten times the key.
fn two() -> (Client, Client) {
    let mut first = database();
    first.ok("CREATE TABLE t (k Int32 NOT NULL, v Int32, PRIMARY KEY (k))");
    first.ok("UPSERT INTO t (k, v) VALUES (1, 10), (2, 20), (3, 30)");
    first.ok("CREATE TABLE other (k Int32 NOT NULL, PRIMARY KEY (k))");
    let second = first.other();
    (first, second)
}

fn value(client: &mut Client, key: i32) -> Vec<String> {
    client.rows(&format!("SELECT v FROM t WHERE k = {key}"))
}

#[test]
fn a_row_read_and_written_by_another_aborts_the_commit() {
    let (mut first, mut second) = two();
    first.begin();
    assert_eq!(value(&mut first, 1), ["10"]);
    second.ok("UPSERT INTO t (k, v) VALUES (1, 11)");
    // The transaction continues as if nothing had happened: `LocksAbortOnCommit` of kqp_sink_tx_ut.cpp.
    first.ok("UPDATE t SET v = 21 WHERE k = 2");
    first.ok("SELECT * FROM other");
    is_aborted(first.commit(), "/local/t");
    assert_eq!(value(&mut second, 1), ["11"]);
    assert_eq!(value(&mut second, 2), ["20"]);
}

#[test]
fn a_transaction_that_only_reads_sees_one_state_and_commits() {
    let (mut first, mut second) = two();
    first.begin();
    assert_eq!(value(&mut first, 1), ["10"]);
    second.ok("UPSERT INTO t (k, v) VALUES (1, 11), (2, 21)");
    assert_eq!(value(&mut first, 1), ["10"]);
    assert_eq!(value(&mut first, 2), ["20"]);
    first.commit().unwrap();
    assert_eq!(value(&mut first, 1), ["11"]);
}

#[test]
fn other_keys_do_not_conflict() {
    let (mut first, mut second) = two();
    first.begin();
    assert_eq!(value(&mut first, 1), ["10"]);
    second.ok("UPSERT INTO t (k, v) VALUES (2, 21)");
    first.ok("UPSERT INTO t (k, v) VALUES (3, 31)");
    first.commit().unwrap();
    assert_eq!(first.rows("SELECT k, v FROM t ORDER BY k"), ["1 | 10", "2 | 21", "3 | 31"]);
}

#[test]
fn a_phantom_in_a_range_aborts() {
    let (mut first, mut second) = two();
    first.begin();
    assert_eq!(first.rows("SELECT COUNT(*) FROM t WHERE k BETWEEN 1 AND 10"), ["3"]);
    second.ok("INSERT INTO t (k, v) VALUES (5, 50)");
    first.ok("UPSERT INTO t (k, v) VALUES (100, 3)");
    is_aborted(first.commit(), "/local/t");
    assert!(value(&mut second, 100).is_empty());
}

#[test]
fn a_row_outside_of_the_range_is_no_phantom() {
    let (mut first, mut second) = two();
    first.begin();
    assert_eq!(first.rows("SELECT COUNT(*) FROM t WHERE k BETWEEN 1 AND 10"), ["3"]);
    second.ok("INSERT INTO t (k, v) VALUES (11, 50)");
    first.ok("UPSERT INTO t (k, v) VALUES (100, 3)");
    first.commit().unwrap();
}

#[test]
fn a_row_that_was_not_there_is_locked_too() {
    let (mut first, mut second) = two();
    first.begin();
    assert!(value(&mut first, 7).is_empty());
    second.ok("INSERT INTO t (k, v) VALUES (7, 70)");
    first.ok("UPSERT INTO t (k, v) VALUES (8, 80)");
    is_aborted(first.commit(), "/local/t");
}

#[test]
fn a_read_of_own_writes_tells_of_broken_locks() {
    let (mut first, mut second) = two();
    first.begin();
    assert_eq!(value(&mut first, 1), ["10"]);
    second.ok("UPSERT INTO t (k, v) VALUES (1, 11)");
    first.ok("UPSERT INTO t (k, v) VALUES (2, 21)");
    let tx = first.tx.clone().unwrap();
    is_aborted(first.run("SELECT v FROM t WHERE k = 2"), "/local/t");
    is_gone(&first, &tx);
    // Broken locks in one table are not reported by a flush to another table: `TwoPhaseTx` of kqp_locks_ut.cpp.
    first.begin();
    assert_eq!(value(&mut first, 1), ["11"]);
    second.ok("UPSERT INTO t (k, v) VALUES (1, 12)");
    first.ok("UPSERT INTO other (k) VALUES (1)");
    assert_eq!(first.rows("SELECT k FROM other"), ["1"]);
    is_aborted(first.commit(), "/local/t");
}

#[test]
fn the_first_statement_takes_the_snapshot() {
    let (mut first, mut second) = two();
    first.begin();
    second.ok("UPSERT INTO t (k, v) VALUES (1, 11)");
    first.ok("UPSERT INTO other (k) VALUES (1)");
    second.ok("UPSERT INTO t (k, v) VALUES (1, 12)");
    assert_eq!(value(&mut first, 1), ["11"]);
    is_aborted(first.commit(), "/local/t");
}

#[test]
fn snapshot_read_write_refuses_lost_updates_only() {
    let (mut first, mut second) = two();
    let snapshot = TxMode::SnapshotReadWrite;
    // A row that both transactions write: `TConflictWrite` of kqp_snapshot_isolation_ut.cpp.
    for write in [
        "UPSERT INTO t (k, v) VALUES (1, 0)",
        "REPLACE INTO t (k) VALUES (1)",
        "UPDATE t SET v = v + 1 WHERE k = 1",
        "DELETE FROM t WHERE k = 1",
    ] {
        first.begin_as(snapshot);
        first.ok("SELECT * FROM other");
        second.ok("UPSERT INTO t (k, v) VALUES (1, 11)");
        first.ok(write);
        is_aborted(first.commit(), "/local/t");
        assert_eq!(value(&mut second, 1), ["11"], "{write}");
    }
    // A row that neither transaction saw: `TSnapshotTwoInsert`, ABORTED instead of PRECONDITION_FAILED.
    first.begin_as(snapshot);
    first.ok("INSERT INTO t (k, v) VALUES (9, 1)");
    second.ok("INSERT INTO t (k, v) VALUES (9, 2)");
    is_aborted(first.commit(), "/local/t");
    // A row that existed before.
    first.begin_as(snapshot);
    first.ok("INSERT INTO t (k, v) VALUES (9, 1)");
    is(&first.commit().unwrap_err(), "PRECONDITION_FAILED", 2012, "Conflict with existing key.");
    // A row that one transaction reads and the other one writes: `TConflictReadWrite`. Write skew is possible.
    for (client, key) in [(&mut first, 1), (&mut second, 2)] {
        client.begin_as(snapshot);
        assert_eq!(client.rows("SELECT v FROM t WHERE k IN (1, 2)").len(), 2);
        client.ok(&format!("UPSERT INTO t (k, v) VALUES ({key}, 0)"));
    }
    first.commit().unwrap();
    second.commit().unwrap();
    assert_eq!(first.rows("SELECT k, v FROM t WHERE k < 3 ORDER BY k"), ["1 | 0", "2 | 0"]);
    // The transaction sees one moment and its own writes: `TReadOnly`, `TReadOwnChanges`.
    first.begin_as(snapshot);
    assert_eq!(value(&mut first, 1), ["0"]);
    second.ok("UPSERT INTO t (k, v) VALUES (1, 5)");
    first.ok("UPSERT INTO t (k, v) VALUES (3, 7)");
    assert_eq!(first.rows("SELECT v FROM t WHERE k IN (1, 3) ORDER BY v"), ["0", "7"]);
    first.commit().unwrap();
    assert_eq!(first.rows("SELECT v FROM t WHERE k IN (1, 3) ORDER BY v"), ["5", "7"]);
    // A single query conflicts with nobody: `TSimple`.
    let alone = TxControl::Begin { mode: snapshot, commit: true };
    first.query_as("UPSERT INTO t (k, v) VALUES (1, 6)", Params::new(), alone).unwrap();
}

#[test]
fn snapshot_read_write_keeps_unique_values_unique() {
    let mut first = database();
    first.ok("CREATE TABLE u (k Int32 NOT NULL, name Utf8, PRIMARY KEY (k), INDEX by_name GLOBAL UNIQUE ON (name))");
    let mut second = first.other();
    first.begin_as(TxMode::SnapshotReadWrite);
    first.ok("INSERT INTO u (k, name) VALUES (1, 'a'u)");
    second.ok("INSERT INTO u (k, name) VALUES (2, 'a'u)");
    assert!(first.commit().is_err());
    assert_eq!(first.rows("SELECT k FROM u"), ["2"]);
}

#[test]
fn blind_writes_do_not_conflict() {
    let (mut first, mut second) = two();
    first.begin();
    first.ok("UPSERT INTO t (k, v) VALUES (1, 1)");
    second.ok("UPSERT INTO t (k, v) VALUES (1, 2)");
    first.commit().unwrap();
    assert_eq!(value(&mut second, 1), ["1"]);
}

#[test]
fn an_insert_reads() {
    let (mut first, mut second) = two();
    first.begin();
    first.ok("INSERT INTO t (k, v) VALUES (9, 1)");
    second.ok("INSERT INTO t (k, v) VALUES (9, 2)");
    is_aborted(first.commit(), "/local/t");
    assert_eq!(value(&mut second, 9), ["2"]);
}

#[test]
fn an_update_reads() {
    for statement in ["UPDATE t SET v = v + 1 WHERE k = 1", "DELETE FROM t WHERE k = 1", "DELETE FROM t WHERE v = 10"] {
        let (mut first, mut second) = two();
        first.begin();
        first.ok(statement);
        second.ok("UPDATE t SET v = v + 1 WHERE k = 1");
        is_aborted(first.commit(), "/local/t");
        assert_eq!(value(&mut second, 1), ["11"], "{statement}");
    }
}

#[test]
fn write_skew_is_refused() {
    let (mut first, mut second) = two();
    for (client, key) in [(&mut first, 1), (&mut second, 2)] {
        client.begin();
        assert_eq!(client.rows("SELECT v FROM t WHERE k IN (1, 2)").len(), 2);
        client.ok(&format!("UPDATE t SET v = 0 WHERE k = {key}"));
    }
    first.commit().unwrap();
    is_aborted(second.commit(), "/local/t");
    assert_eq!(first.rows("SELECT k, v FROM t ORDER BY k"), ["1 | 0", "2 | 20", "3 | 30"]);
}

#[test]
fn a_transaction_sees_its_own_writes() {
    let (mut first, mut second) = two();
    first.begin();
    first.ok("UPSERT INTO t (k, v) VALUES (1, 11), (4, 40)");
    first.ok("DELETE FROM t WHERE k = 2");
    assert_eq!(first.rows("SELECT k, v FROM t ORDER BY k DESC"), ["4 | 40", "3 | 30", "1 | 11"]);
    assert_eq!(second.rows("SELECT k, v FROM t ORDER BY k"), ["1 | 10", "2 | 20", "3 | 30"]);
    first.rollback();
    assert_eq!(first.rows("SELECT k, v FROM t ORDER BY k"), ["1 | 10", "2 | 20", "3 | 30"]);
}

#[test]
fn what_is_not_committed_is_invisible() {
    let (mut first, mut second) = two();
    first.begin();
    first.ok("UPSERT INTO t (k, v) VALUES (1, 11)");
    assert_eq!(value(&mut second, 1), ["10"]);
    first.commit().unwrap();
    assert_eq!(value(&mut second, 1), ["11"]);
}

#[track_caller]
fn is_gone(client: &Client, tx: &str) {
    let message = format!("Transaction not found: {tx}");
    let existing = TxControl::Existing { id: tx.to_owned(), commit: false };
    is(&client.query_as("SELECT 1", Params::new(), existing).unwrap_err(), "NOT_FOUND", 2015, &message);
    is(&client.engine.commit(&client.session, tx).unwrap_err(), "NOT_FOUND", 2015, &message);
    is(&client.engine.rollback(&client.session, tx).unwrap_err(), "NOT_FOUND", 2015, &message);
}

#[test]
fn a_transaction_that_is_over_is_gone() {
    let (mut first, mut second) = two();
    // A transaction that was aborted.
    first.begin();
    let tx = first.tx.clone().unwrap();
    first.ok("UPDATE t SET v = 0 WHERE k = 1");
    second.ok("UPDATE t SET v = 1 WHERE k = 1");
    is_aborted(first.commit(), "/local/t");
    is_gone(&first, &tx);
    // A transaction that was committed.
    first.begin();
    let tx = first.tx.clone().unwrap();
    first.commit().unwrap();
    is_gone(&first, &tx);
    // A transaction that was rolled back.
    first.begin();
    let tx = first.tx.clone().unwrap();
    first.rollback();
    is_gone(&first, &tx);
    // A transaction that ended with a failed statement, at compilation or while it ran.
    let stopped = "SELECT Ensure(k, false, 'stopped'u) FROM t";
    for statement in ["SELECT nothing FROM t", stopped, "SELECT * FROM nowhere", "SELECT"] {
        first.begin();
        let tx = first.tx.clone().unwrap();
        first.ok("UPSERT INTO t (k, v) VALUES (50, 1)");
        first.refused(statement);
        is_gone(&first, &tx);
        assert!(value(&mut second, 50).is_empty());
    }
    // A transaction of another session.
    first.begin();
    is_gone(&second, first.tx.as_deref().unwrap());
}

#[test]
fn a_read_only_transaction_refuses_writes() {
    let (mut first, mut second) = two();
    let writes = [
        ("UPSERT INTO t (k, v) VALUES (1, 1)", "Upsert"),
        ("INSERT INTO t (k, v) VALUES (10, 1)", "InsertAbort"),
        ("REPLACE INTO t (k, v) VALUES (1, 1)", "Replace"),
        ("UPDATE t SET v = 1 WHERE k = 1", "Update"),
        ("UPDATE t ON SELECT 1 AS k, 1 AS v", "UpdateOn"),
        ("DELETE FROM t WHERE k = 1", "Delete"),
        ("DELETE FROM t ON SELECT 1 AS k", "DeleteOn"),
    ];
    for (statement, operation) in writes {
        first.begin_as(TxMode::SnapshotReadOnly);
        assert_eq!(value(&mut first, 1), ["10"]);
        let message = format!("Operation '{operation}' can't be performed in read only transaction");
        is(&first.refused(statement), "GENERIC_ERROR", 2008, &message);
        for mode in [TxMode::OnlineReadOnly, TxMode::StaleReadOnly, TxMode::SnapshotReadOnly] {
            let refused = second.query_as(statement, Params::new(), TxControl::Begin { mode, commit: true });
            is(&refused.unwrap_err(), "GENERIC_ERROR", 2008, &message);
        }
    }
    assert_eq!(first.rows("SELECT k, v FROM t ORDER BY k"), ["1 | 10", "2 | 20", "3 | 30"]);
    // The snapshot is taken at the first read.
    first.begin_as(TxMode::SnapshotReadOnly);
    second.ok("UPSERT INTO t (k, v) VALUES (1, 11)");
    assert_eq!(value(&mut first, 1), ["11"]);
    second.ok("UPSERT INTO t (k, v) VALUES (1, 12)");
    assert_eq!(value(&mut first, 1), ["11"]);
    first.commit().unwrap();
}

#[test]
fn a_schema_changed_meanwhile_aborts_a_writer() {
    let changes = [
        "DROP TABLE t",
        "ALTER TABLE t ADD COLUMN w Int32",
        "ALTER TABLE t DROP COLUMN v",
        "ALTER TABLE t ADD INDEX i GLOBAL ON (v)",
        "ALTER TABLE t RENAME TO u",
        "TRUNCATE TABLE t",
    ];
    for change in changes {
        // The schema changes before the transaction's next statement.
        let (mut first, mut second) = two();
        first.begin();
        assert_eq!(value(&mut first, 1), ["10"]);
        second.ok(change);
        let ended = first.run("UPSERT INTO t (k) VALUES (4)").and_then(|()| first.commit());
        let ended = ended.expect_err(change).status.name();
        assert!(matches!(ended, "ABORTED" | "SCHEME_ERROR"), "{change}: {ended}");
        // The schema changes before the transaction's commit.
        let (mut first, mut second) = two();
        first.begin();
        first.ok("UPDATE t SET v = 0 WHERE k = 1");
        second.ok(change);
        assert_eq!(first.commit().expect_err(change).status.name(), "ABORTED", "{change}");
    }
}

#[test]
fn a_schema_changed_meanwhile_ends_a_read() {
    let changes = [
        "DROP TABLE t",
        "ALTER TABLE t ADD COLUMN w Int32",
        "ALTER TABLE t DROP INDEX by_v",
        "ALTER TABLE t RENAME TO u",
        "TRUNCATE TABLE t",
    ];
    for change in changes {
        for text in [
            "SELECT k, v FROM t",
            "SELECT k, v FROM t VIEW by_v",
            "SELECT COUNT(v) FROM t WHERE k IN (SELECT k FROM t)",
        ] {
            // The schema changes between the beginning of a query and its rows.
            let (mut first, mut second) = two();
            first.ok("ALTER TABLE t ADD INDEX by_v GLOBAL ON (v)");
            let mut running = first.engine.execute(first.request(text)).unwrap();
            second.ok(change);
            let ended = running.next().expect_err(change);
            is(&ended, "ABORTED", 2028, "Scheme of table `/local/t` has changed");
            // The schema changes between two reads of one snapshot.
            let (mut first, mut second) = two();
            first.ok("ALTER TABLE t ADD INDEX by_v GLOBAL ON (v)");
            first.begin_as(TxMode::SnapshotReadOnly);
            first.ok(text);
            second.ok(change);
            let ended = first.refused(text).status.name();
            assert!(matches!(ended, "ABORTED" | "SCHEME_ERROR"), "{change}: {ended}");
        }
    }
    // A table that the transaction has not read may be dropped.
    let (mut first, mut second) = two();
    first.begin();
    first.ok("SELECT * FROM t");
    second.ok("DROP TABLE other");
    first.ok("UPDATE t SET v = 0 WHERE k = 1");
    first.commit().unwrap();
}

#[test]
fn a_closed_session_is_gone_with_its_transaction() {
    let (mut first, mut second) = two();
    first.begin();
    first.ok("UPDATE t SET v = 0 WHERE k = 1");
    first.engine.delete_session(&first.session).unwrap();
    let refused = first.engine.commit(&first.session, first.tx.as_deref().unwrap()).unwrap_err();
    is(&refused, "BAD_SESSION", 0, &format!("Session not found: {}", first.session));
    is(&first.refused("SELECT 1"), "BAD_SESSION", 0, "Session not found");
    assert_eq!(value(&mut second, 1), ["10"]);
    // Dropping the attachment ends the session, too.
    let attachment = second.engine.attach(&second.session).unwrap();
    second.ok("SELECT 1");
    drop(attachment);
    is(&second.refused("SELECT 1"), "BAD_SESSION", 0, "Session not found");
}

#[test]
fn some_modes_hold_for_one_query() {
    let (mut first, _) = two();
    first.ok("CREATE TABLE c (k Int32 NOT NULL, PRIMARY KEY (k)) WITH (STORE = COLUMN)");
    for (mode, name) in [(TxMode::OnlineReadOnly, "OnlineReadOnly"), (TxMode::StaleReadOnly, "StaleReadOnly")] {
        let refused = first.engine.begin(&first.session, mode).unwrap_err();
        is(&refused, "BAD_REQUEST", 0, &format!("open transactions not supported for transaction mode {name}, use"));
        let rows = first.query_as("SELECT k FROM t", Params::new(), TxControl::Begin { mode, commit: true });
        assert_eq!(rows.unwrap().len(), 3);
        for text in ["SELECT * FROM c", "SELECT COUNT(*) FROM t WHERE k IN (SELECT k FROM c)", "DELETE FROM c"] {
            let refused = first.query_as(text, Params::new(), TxControl::Begin { mode, commit: true }).unwrap_err();
            is(&refused, "PRECONDITION_FAILED", 2029, "Read from column-oriented tables is not supported in Online");
        }
    }
}

#[test]
fn an_open_online_transaction_reads_what_is_newest() {
    for mode in [TxMode::OnlineReadOnly, TxMode::StaleReadOnly] {
        let (mut first, mut second) = two();
        let request = first.request("SELECT v FROM t WHERE k = 1");
        let request = QueryRequest { tx: TxControl::Begin { mode, commit: false }, ..request };
        let mut running = first.engine.execute(request).unwrap();
        first.tx = running.tx_id().map(str::to_owned);
        while running.next().unwrap().is_some() {}
        drop(running);
        second.ok("UPSERT INTO t (k, v) VALUES (1, 99)");
        assert_eq!(value(&mut first, 1), ["99"]);
        first.commit().unwrap();
    }
}

#[test]
fn a_session_has_ten_transactions() {
    let (first, mut second) = two();
    let begin = || first.engine.begin(&first.session, TxMode::SerializableReadWrite);
    let open: Vec<String> = (0..10).map(|_| begin().unwrap()).collect();
    let message = "Too many transactions, current active: 10 MaxTxPerSession: 10";
    is(&begin().unwrap_err(), "BAD_SESSION", 2014, message);
    let more = TxControl::Begin { mode: TxMode::SerializableReadWrite, commit: false };
    is(&first.query_as("SELECT 1", Params::new(), more).unwrap_err(), "BAD_SESSION", 2014, message);
    second.begin();
    first.engine.rollback(&first.session, &open[0]).unwrap();
    begin().unwrap();
}

#[test]
fn a_query_of_several_statements_is_all_or_nothing() {
    let (mut first, _) = two();
    let mode = TxMode::SerializableReadWrite;
    let text = "UPSERT INTO t (k, v) VALUES (1, 0); INSERT INTO t (k, v) VALUES (4, 0), (2, 0);";
    let refused = first.query_as(text, Params::new(), TxControl::Begin { mode, commit: true }).unwrap_err();
    is(&refused, "PRECONDITION_FAILED", 2012, "Conflict with existing key.");
    assert_eq!(first.rows("SELECT k, v FROM t ORDER BY k"), ["1 | 10", "2 | 20", "3 | 30"]);
    let text = "UPSERT INTO t (k, v) VALUES (1, 0); INSERT INTO t (k, v) VALUES (4, 0); SELECT v FROM t WHERE k = 1;";
    let rows = first.query_as(text, Params::new(), TxControl::Begin { mode, commit: true }).unwrap();
    assert_eq!(rows, [[crate::types::Value::Int(0)]]);
    assert_eq!(first.rows("SELECT k, v FROM t ORDER BY k"), ["1 | 0", "2 | 20", "3 | 30", "4 | 0"]);
}

#[test]
fn the_winner_stands_in_the_index() {
    let (mut first, mut second) = two();
    first.ok("ALTER TABLE t ADD INDEX by_v GLOBAL ON (v)");
    first.begin();
    second.begin();
    first.ok("UPDATE t SET v = 100 WHERE k = 1");
    second.ok("UPDATE t SET v = 200 WHERE k = 1");
    second.commit().unwrap();
    is_aborted(first.commit(), "/local/t");
    assert_eq!(first.rows("SELECT v, k FROM t VIEW by_v ORDER BY v"), ["20 | 2", "30 | 3", "200 | 1"]);
}

#[test]
fn two_rows_do_not_race_into_a_unique_index() {
    let mut first = database();
    first.ok("CREATE TABLE u (k Int32 NOT NULL, name Utf8, PRIMARY KEY (k), INDEX by_name GLOBAL UNIQUE ON (name))");
    let mut second = first.other();
    first.begin();
    first.ok("INSERT INTO u (k, name) VALUES (1, 'a'u)");
    second.ok("INSERT INTO u (k, name) VALUES (2, 'a'u)");
    assert!(matches!(first.commit().unwrap_err().status.name(), "ABORTED" | "PRECONDITION_FAILED"));
    assert_eq!(first.rows("SELECT k FROM u"), ["2"]);
    assert_eq!(first.rows("SELECT name, k FROM u VIEW by_name"), ["'a' | 2"]);
}

#[test]
fn a_session_runs_one_query_at_a_time() {
    let (first, _) = two();
    let request = || first.request("SELECT k FROM t");
    let mut running = first.engine.execute(request()).unwrap();
    let busy = first.engine.execute(request()).err().unwrap();
    is(&busy, "SESSION_BUSY", 0, "Pending previous query completion");
    while running.next().unwrap().is_some() {}
    first.engine.execute(request()).unwrap();
}

#[test]
fn definitions_stay_out_of_transactions() {
    let (mut first, _) = two();
    first.begin();
    let refused = first.refused("CREATE TABLE u (k Int32, PRIMARY KEY (k))");
    is(&refused, "PRECONDITION_FAILED", 0, "Scheme operations cannot be executed inside transaction");
    let refused = first.refused("CREATE TABLE u (k Int32, PRIMARY KEY (k)); SELECT 1;");
    is(&refused, "GENERIC_ERROR", 2009, "Queries with mixed data and scheme operations are not supported");
}
