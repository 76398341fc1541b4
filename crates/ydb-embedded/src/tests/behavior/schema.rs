//! Renames of tables, statements by release, and refusals that are the same on all servers.

use super::super::database::is;
use super::with;
use crate::error::Status;
use crate::session::Release;
use crate::types::{Primitive, Value};

const COLUMN_TABLE: &str = "CREATE TABLE c (k Int32 NOT NULL, PRIMARY KEY (k)) WITH (STORE = COLUMN)";
const SERIAL_TABLE: &str = "CREATE TABLE s (k Serial, v Int32, PRIMARY KEY (k))";

#[test]
fn column_tables_are_renamed() {
    let mut client = with(|behavior| behavior.rename_column_tables = true);
    client.ok(COLUMN_TABLE);
    client.ok("ALTER TABLE c RENAME TO d");
    client.engine.rename_tables(&[("d", "c", false)]).unwrap();
}

#[test]
fn column_tables_are_not_renamed() {
    let mut client = with(|behavior| behavior.rename_column_tables = false);
    client.ok(COLUMN_TABLE);
    client.ok(SERIAL_TABLE);
    let text = "Check failed: path: '/local/c', error: path is not a table (id: ";
    is(&client.refused("ALTER TABLE c RENAME TO d"), "SCHEME_ERROR", 2003, text);
    let refused = client.engine.rename_tables(&[("s", "t", false), ("c", "d", false)]).unwrap_err();
    is(&refused, "SCHEME_ERROR", 2003, "type: EPathTypeColumnTable, state: EPathStateNoChanges)");
    // The call renames all tables or none.
    client.ok("SELECT k FROM s");
    client.ok("ALTER TABLE s RENAME TO t");
}

/// ydb issue 12461.
#[test]
fn column_tables_are_not_copied() {
    let mut client = with(|_| {});
    client.ok(COLUMN_TABLE);
    client.ok(SERIAL_TABLE);
    let refused = client.engine.copy_tables(&[("s", "t", false), ("c", "d", false)]).unwrap_err();
    is(&refused, "SCHEME_ERROR", 2003, "Check failed: path: '/local/c', error: path is not a table (id: ");
    is(&refused, "SCHEME_ERROR", 2003, "type: EPathTypeColumnTable, state: EPathStateNoChanges)");
    // The call copies all tables or none.
    client.refused("SELECT k FROM t");
}

/// ydb issue 15959: the word UNIQUE is ignored. Where the server sees the word, the feature is off.
#[test]
fn unique_indexes_may_be_plain() {
    const CREATE: &str =
        "CREATE TABLE u (k Int32 NOT NULL, v Int32, PRIMARY KEY (k), INDEX i GLOBAL UNIQUE SYNC ON (v))";
    const ADD: &str = "ALTER TABLE u ADD INDEX j GLOBAL UNIQUE SYNC ON (v)";
    const INSERT: &str = "INSERT INTO u (k, v) VALUES (1, 7), (2, 7)";
    let mut seen = with(|behavior| behavior.unique_indexes = true);
    seen.ok(CREATE);
    is(&seen.refused(ADD), "BAD_REQUEST", 0, "Adding a unique index to an existing table is disabled");
    seen.refused(INSERT);
    let mut unseen = with(|behavior| behavior.unique_indexes = false);
    unseen.ok(CREATE);
    unseen.ok(ADD);
    unseen.ok(INSERT);
}

#[test]
fn tables_with_serials_are_not_renamed() {
    let mut client = with(|behavior| behavior.rename_serial_tables = false);
    client.ok(SERIAL_TABLE);
    is(&client.refused("ALTER TABLE s RENAME TO t"), "PRECONDITION_FAILED", 2029, "Cannot move table with sequences");
    let refused = client.engine.rename_tables(&[("s", "t", false)]).unwrap_err();
    is(&refused, "PRECONDITION_FAILED", 2029, "Cannot move table with sequences");
    let refused = client.refused("ALTER SEQUENCE IF EXISTS `/local/none/_serial_column_k` RESTART WITH 1");
    assert_eq!(refused.status, Status::GenericError);
}

/// R11: the position of a sequence is printed, and moves with its table.
#[test]
fn a_sequence_goes_on_after_a_swap() {
    let mut client = with(|_| {});
    client.ok(SERIAL_TABLE);
    client.ok("INSERT INTO s (v) VALUES (0), (0), (0)");
    client.ok("CREATE TABLE n (k Serial, v Int32, PRIMARY KEY (k))");
    client.ok("ALTER SEQUENCE `/local/n/_serial_column_k` RESTART WITH 9");
    client.engine.rename_tables(&[("s", "old", false), ("n", "s", false)]).unwrap();
    assert_eq!(client.rows("INSERT INTO s (v) VALUES (0) RETURNING k"), ["9"]);
    assert_eq!(client.rows("INSERT INTO old (v) VALUES (0) RETURNING k"), ["4"]);
    let shown = client.rows("SHOW CREATE TABLE s").remove(0);
    assert!(
        shown.contains("ALTER SEQUENCE `/local/s/_serial_column_k`") && shown.contains("RESTART WITH 10;"),
        "{shown}"
    );
}

/// Test for R13 and R14.
#[test]
fn long_names_and_set_not_null_are_refused_everywhere() {
    let mut client = with(|_| {});
    let (fits, too_long) = ("x".repeat(255), "x".repeat(256));
    client.ok(&format!("CREATE TABLE `{fits}` (k Int32, v Int32, PRIMARY KEY (k))"));
    let refused = client.refused(&format!("CREATE TABLE `{too_long}` (k Int32, PRIMARY KEY (k))"));
    is(&refused, "SCHEME_ERROR", 2003, "path part is too long");
    let refused = client.engine.rename_tables(&[(&fits, &too_long, false)]).unwrap_err();
    is(&refused, "SCHEME_ERROR", 2003, "path part is too long");
    let refused = client.refused(&format!("ALTER TABLE `{fits}` ALTER COLUMN v SET NOT NULL"));
    is(&refused, "GENERIC_ERROR", 0, "SET NOT NULL is currently not supported.");
}

/// R15: the last row of equal keys in one request wins. YDB's older column tables do not promise that.
#[test]
fn of_equal_keys_the_last_wins() {
    let mut client = with(|_| {});
    for store in ["ROW", "COLUMN"] {
        client
            .ok(&format!("CREATE TABLE t{store} (k Int32 NOT NULL, v Int32, PRIMARY KEY (k)) WITH (STORE = {store})"));
        client.ok(&format!("UPSERT INTO t{store} (k, v) VALUES (1, 1), (1, 2)"));
        assert_eq!(client.rows(&format!("SELECT v FROM t{store}")), ["2"]);
        let members = [("k".into(), Primitive::Int32.into()), ("v".into(), Primitive::Int32.into())];
        let row = |v| vec![Value::Int(1), Value::Int(v)];
        client.engine.bulk_upsert(&format!("t{store}"), &members, vec![row(3), row(4)]).unwrap();
        assert_eq!(client.rows(&format!("SELECT v FROM t{store}")), ["4"]);
    }
}

#[test]
fn statements_are_unknown_before_their_release() {
    let setup = "CREATE TABLE t (k Int32 NOT NULL, v Int32, PRIMARY KEY (k))";
    for (statement, since, word) in [
        ("SHOW CREATE TABLE t", Release::V26_1, "SHOW"),
        ("TRUNCATE TABLE t", Release::V26_2, "TRUNCATE"),
        ("BATCH DELETE FROM t WHERE v = 1", Release::V25_4, "BATCH"),
        ("BATCH UPDATE t SET v = 1 WHERE v = 2", Release::V25_4, "BATCH"),
        ("ALTER TABLE t ADD COLUMN w Int32 DEFAULT 1", Release::V26_1, "DEFAULT"),
        ("ALTER TABLE t ALTER COLUMN v SET DEFAULT 1", Release::V26_2, "DEFAULT"),
        ("ALTER TABLE t ALTER COLUMN v DROP DEFAULT", Release::V26_2, "DEFAULT"),
    ] {
        for release in [Release::V25_1, Release::V25_2, Release::V25_4, Release::V26_1, Release::V26_2] {
            let mut client = with(|behavior| behavior.release = release);
            client.ok(setup);
            if release < since {
                is(&client.refused(statement), "GENERIC_ERROR", 0, &format!("mismatched input '{word}'"));
            } else {
                client.ok(statement);
            }
        }
    }
}

#[test]
fn decimals_have_22_digits_before_25_2() {
    let mut client = with(|behavior| behavior.release = Release::V25_1);
    client.ok("CREATE TABLE t (k Int32 NOT NULL, v Decimal(22, 9), PRIMARY KEY (k))");
    let text = "support for parametrized decimal is disabled (EnableParameterizedDecimal feature flag is off)";
    is(&client.refused("ALTER TABLE t ADD COLUMN w Decimal(35, 10)"), "SCHEME_ERROR", 2003, text);
    is(&client.refused("CREATE TABLE u (k Decimal(10, 2), PRIMARY KEY (k))"), "SCHEME_ERROR", 2003, text);
    let mut client = with(|behavior| behavior.release = Release::V25_2);
    client.ok("CREATE TABLE u (k Decimal(10, 2), PRIMARY KEY (k))");
}
