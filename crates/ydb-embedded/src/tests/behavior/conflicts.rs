//! Time and form of the conflict when an INSERT meets an existing key.

use super::super::database::{Client, Params, behaving, is};
use super::with;
use crate::error::Error;
use crate::session::{Behavior, TxControl, TxMode};

/// Creates the tables `t`, with the keys 1 and 2, and `other`, which is empty.
fn filled(mut client: Client) -> Client {
    client.ok("CREATE TABLE t (k Int32 NOT NULL, v Int32, PRIMARY KEY (k))");
    client.ok("CREATE TABLE other (k Int32 NOT NULL, v Int32, PRIMARY KEY (k))");
    client.ok("UPSERT INTO t (k, v) VALUES (1, 10), (2, 20)");
    client
}

fn late() -> Client {
    filled(with(|behavior| behavior.late_insert_conflicts = true))
}

#[track_caller]
fn is_conflict(error: &Error) {
    is(error, "PRECONDITION_FAILED", 2012, "Conflict with existing key.");
    is(error, "PRECONDITION_FAILED", 2012, "Constraint violated. Table: `/local/t`.");
}

#[test]
fn an_insert_is_refused_at_once() {
    let mut client = filled(with(|behavior| behavior.late_insert_conflicts = false));
    client.begin();
    is_conflict(&client.refused("INSERT INTO t (k) VALUES (3), (1)"));
}

#[test]
fn a_late_conflict_comes_at_the_commit() {
    let mut client = late();
    client.begin();
    client.ok("INSERT INTO t (k) VALUES (3), (1)");
    client.ok("UPSERT INTO t (k, v) VALUES (4, 40)");
    client.ok("INSERT INTO other (k) VALUES (1)");
    let tx = client.tx.clone().unwrap();
    is_conflict(&client.commit().unwrap_err());
    is(&client.engine.commit(&client.session, &tx).unwrap_err(), "NOT_FOUND", 2015, "Transaction not found");
    assert_eq!(client.rows("SELECT k FROM t ORDER BY k"), ["1", "2"]);
    assert!(client.rows("SELECT k FROM other").is_empty());
}

#[test]
fn a_late_conflict_comes_before_a_read_of_own_writes() {
    for read in ["SELECT k FROM t WHERE k = 2", "UPDATE t SET v = 1 WHERE k = 2", "SELECT 1; DELETE FROM t WHERE v = 2"]
    {
        let mut client = late();
        client.begin();
        client.ok("INSERT INTO t (k) VALUES (1)");
        assert!(client.rows("SELECT k FROM other").is_empty());
        let tx = client.tx.clone().unwrap();
        is_conflict(&client.refused(read));
        is(&client.engine.commit(&client.session, &tx).unwrap_err(), "NOT_FOUND", 2015, "Transaction not found");
    }
}

#[test]
fn a_flush_forgets_what_was_written_before_it() {
    let mut client = late();
    client.begin();
    client.ok("UPSERT INTO other (k) VALUES (7)");
    assert_eq!(client.rows("SELECT k FROM other"), ["7"]);
    client.ok("INSERT INTO t (k) VALUES (1)");
    // The buffer is empty again.
    assert_eq!(client.rows("SELECT k FROM other"), ["7"]);
    is_conflict(&client.commit().unwrap_err());
}

#[test]
fn a_late_conflict_comes_with_the_commit_of_its_own_request() {
    let client = late();
    let insert = "INSERT INTO t (k) VALUES (1)";
    let begin = TxControl::Begin { mode: TxMode::SerializableReadWrite, commit: true };
    is_conflict(&client.query_as(insert, Params::new(), begin).unwrap_err());
    is_conflict(&client.query_as(insert, Params::new(), TxControl::Implicit).unwrap_err());
    let open = client.engine.begin(&client.session, TxMode::SerializableReadWrite).unwrap();
    let existing = TxControl::Existing { id: open, commit: true };
    is_conflict(&client.query_as(insert, Params::new(), existing).unwrap_err());
}

#[test]
fn a_late_conflict_is_forgotten_by_a_rollback() {
    let mut client = late();
    client.begin();
    client.ok("INSERT INTO t (k) VALUES (1)");
    client.rollback();
    client.ok("INSERT INTO t (k) VALUES (3)");
}

#[test]
fn keys_that_are_equal_within_an_insert_conflict_late_too() {
    let mut client = late();
    client.begin();
    client.ok("INSERT INTO t (k) VALUES (5), (5)");
    is_conflict(&client.commit().unwrap_err());
}

/// Creates a table with a unique index and the row `(1, 'a')`.
fn unique(behavior: Behavior) -> Client {
    let mut client = behaving(behavior);
    client.ok("CREATE TABLE u (k Int32 NOT NULL, name Utf8, PRIMARY KEY (k), INDEX by_name GLOBAL UNIQUE ON (name))");
    client.ok("INSERT INTO u (k, name) VALUES (1, 'a'u)");
    client
}

#[test]
fn a_unique_violation_has_the_code_of_a_constraint() {
    for statement in ["INSERT INTO u (k, name) VALUES (2, 'a'u)", "UPSERT INTO u (k, name) VALUES (2, 'a'u)"] {
        let refused = unique(Behavior::default()).refused(statement);
        is(&refused, "PRECONDITION_FAILED", 2012, "Conflict with existing key.");
    }
}

#[test]
fn a_unique_violation_has_the_code_of_a_precondition() {
    let behavior = Behavior { index_stream_write: true, ..Behavior::default() };
    for statement in ["INSERT INTO u (k, name) VALUES (2, 'a'u)", "UPSERT INTO u (k, name) VALUES (2, 'a'u)"] {
        let refused = unique(behavior.clone()).refused(statement);
        assert_eq!(refused.to_string(), "PRECONDITION_FAILED: Conflict with existing key. (code 2029)");
    }
    // A conflict in the table's own key keeps the code of a violated constraint.
    let refused = unique(behavior).refused("INSERT INTO u (k, name) VALUES (1, 'b'u)");
    is(&refused, "PRECONDITION_FAILED", 2012, "Conflict with existing key.");
}

#[test]
fn a_unique_violation_comes_late_too() {
    let mut client = unique(Behavior::strict());
    client.begin();
    client.ok("UPSERT INTO u (k, name) VALUES (2, 'a'u)");
    is(&client.commit().unwrap_err(), "PRECONDITION_FAILED", 2029, "Conflict with existing key.");
    assert_eq!(client.rows("SELECT k FROM u"), ["1"]);
}

/// If the index is not written as a stream, the table is read before anything is buffered.
#[test]
fn a_table_with_an_index_conflicts_at_once() {
    for index in ["GLOBAL", "GLOBAL UNIQUE"] {
        for statement in ["INSERT INTO t (k) VALUES (1)", "INSERT INTO t (k) VALUES (5), (5)"] {
            let mut client = behaving(Behavior::default());
            client.ok(&format!("CREATE TABLE t (k Int32 NOT NULL, v Int32, PRIMARY KEY (k), INDEX i {index} ON (v))"));
            client.ok("UPSERT INTO t (k, v) VALUES (1, 10)");
            client.begin();
            is_conflict(&client.refused(statement));
        }
    }
    let mut client = unique(Behavior::default());
    client.begin();
    is(&client.refused("UPSERT INTO u (k, name) VALUES (2, 'a'u)"), "PRECONDITION_FAILED", 2012, "Conflict");
}

/// Statements do not write an asynchronous index, so it does not make conflicts early.
#[test]
fn a_table_with_an_asynchronous_index_conflicts_late() {
    let mut client = behaving(Behavior::default());
    client.ok("CREATE TABLE t (k Int32 NOT NULL, v Int32, PRIMARY KEY (k), INDEX i GLOBAL ASYNC ON (v))");
    client.ok("UPSERT INTO t (k, v) VALUES (1, 10)");
    client.begin();
    client.ok("INSERT INTO t (k) VALUES (1)");
    is_conflict(&client.commit().unwrap_err());
}
