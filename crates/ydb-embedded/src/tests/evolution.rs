//! Effects of schema changes on the rows.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may end a test")]

use std::time::Duration;

use super::database::{Client, database, is};
use crate::clock::Clock;
use crate::session::{Config, Engine};

fn table() -> Client {
    let mut client = database();
    client.ok("CREATE TABLE t (k Int32 NOT NULL, v Int32, w Utf8, PRIMARY KEY (k), INDEX by_v GLOBAL ON (v))");
    client.ok("INSERT INTO t (k, v, w) VALUES (1, 10, 'a'u), (2, 20, 'b'u)");
    client
}

#[test]
fn a_new_column_is_null_or_has_its_default() {
    let mut client = table();
    client.ok("ALTER TABLE t ADD COLUMN x Int64");
    assert_eq!(client.rows("SELECT k, x FROM t ORDER BY k"), ["1 | NULL", "2 | NULL"]);
    client.ok("ALTER TABLE t ADD COLUMN y Int64 DEFAULT 5");
    assert_eq!(client.rows("SELECT k, y FROM t ORDER BY k"), ["1 | 5", "2 | 5"]);
    client.ok("ALTER TABLE t ADD COLUMN z Utf8 NOT NULL DEFAULT 'z'");
    client.ok("INSERT INTO t (k) VALUES (3)");
    client.ok("UPSERT INTO t (k, y) VALUES (4, NULL)");
    let all = "SELECT k, x, y, z FROM t ORDER BY k";
    assert_eq!(
        client.rows(all),
        ["1 | NULL | 5 | 'z'", "2 | NULL | 5 | 'z'", "3 | NULL | 5 | 'z'", "4 | NULL | NULL | 'z'"]
    );
    // A new default applies to later rows only.
    client.ok("ALTER TABLE t ALTER COLUMN y SET DEFAULT 6");
    client.ok("INSERT INTO t (k) VALUES (5)");
    assert_eq!(client.rows("SELECT k, y FROM t WHERE k IN (1, 5) ORDER BY k"), ["1 | 5", "5 | 6"]);
    client.ok("ALTER TABLE t ALTER COLUMN y DROP DEFAULT");
    client.ok("INSERT INTO t (k) VALUES (6)");
    assert_eq!(client.rows("SELECT y FROM t WHERE k = 6"), ["NULL"]);
}

#[test]
fn a_dropped_column_takes_its_values_along() {
    let mut client = table();
    client.ok("ALTER TABLE t DROP COLUMN w");
    assert_eq!(client.rows("SELECT * FROM t ORDER BY k"), ["1 | 10", "2 | 20"]);
    client.ok("ALTER TABLE t ADD COLUMN w Utf8");
    assert_eq!(client.rows("SELECT k, w FROM t ORDER BY k"), ["1 | NULL", "2 | NULL"]);
    client.ok("UPDATE t SET w = 'c'u WHERE k = 1");
    // A column with the same name and another type.
    client.ok("ALTER TABLE t DROP COLUMN w");
    client.ok("ALTER TABLE t ADD COLUMN w Int32");
    client.ok("UPSERT INTO t (k, w) VALUES (2, 7)");
    assert_eq!(client.rows("SELECT k, v, w FROM t ORDER BY k"), ["1 | 10 | NULL", "2 | 20 | 7"]);
}

#[test]
fn a_table_moves_with_its_rows_and_indexes() {
    let mut client = table();
    client.ok("ALTER TABLE t RENAME TO `dir/u`");
    is(&client.refused("SELECT * FROM t"), "SCHEME_ERROR", 2003, "Cannot find table 'db.[/local/t]'");
    assert_eq!(client.rows("SELECT k, v FROM `dir/u` ORDER BY k"), ["1 | 10", "2 | 20"]);
    client.ok("UPSERT INTO `dir/u` (k, v) VALUES (1, 30)");
    assert_eq!(client.rows("SELECT v, k FROM `dir/u` VIEW by_v ORDER BY v"), ["20 | 2", "30 | 1"]);
    // The old name is free.
    client.ok("CREATE TABLE t (other Int32, PRIMARY KEY (other))");
    assert!(client.rows("SELECT * FROM t").is_empty());
}

#[test]
fn a_copy_lives_on_its_own() {
    let mut client = table();
    client.engine.copy_tables(&[("t", "/local/copy", true)]).unwrap();
    client.ok("DELETE FROM t WHERE k = 1");
    client.ok("UPSERT INTO copy (k, v) VALUES (3, 30)");
    assert_eq!(client.rows("SELECT k FROM t ORDER BY k"), ["2"]);
    assert_eq!(client.rows("SELECT k, v, w FROM copy ORDER BY k"), ["1 | 10 | 'a'", "2 | 20 | 'b'", "3 | 30 | NULL"]);
    assert_eq!(client.rows("SELECT v FROM copy VIEW by_v ORDER BY v"), ["10", "20", "30"]);
    assert_eq!(client.rows("SELECT v FROM t VIEW by_v"), ["20"]);
    client.ok("DROP TABLE t");
    assert_eq!(client.rows("SELECT COUNT(*) FROM copy"), ["3"]);
    assert!(client.engine.copy_tables(&[("t", "copy2", true)]).is_err());
    client.ok("CREATE TABLE t (k Int32, PRIMARY KEY (k))");
    assert!(client.engine.copy_tables(&[("copy", "t", true)]).is_err());
}

#[test]
fn truncate_empties_and_drop_forgets() {
    let mut client = table();
    client.ok("TRUNCATE TABLE t");
    assert!(client.rows("SELECT * FROM t").is_empty());
    assert!(client.rows("SELECT v FROM t VIEW by_v").is_empty());
    client.ok("INSERT INTO t (k, v) VALUES (1, 1)");
    assert_eq!(client.rows("SELECT v, k FROM t VIEW by_v"), ["1 | 1"]);
    client.ok("DROP TABLE t");
    is(&client.refused("SELECT * FROM t"), "SCHEME_ERROR", 2003, "Cannot find table");
    is(&client.refused("SELECT * FROM `t/by_v/indexImplTable`"), "SCHEME_ERROR", 2003, "Cannot find table");
    // A new table with the same name is empty.
    client.ok("CREATE TABLE t (k Int32 NOT NULL, v Int32, PRIMARY KEY (k))");
    assert!(client.rows("SELECT * FROM t").is_empty());
}

#[test]
fn an_added_index_knows_the_rows_that_were_there() {
    let mut client = database();
    client.ok("CREATE TABLE t (k Int32 NOT NULL, v Int32, w Utf8, PRIMARY KEY (k))");
    // More rows than one batch of a backfill.
    let rows: Vec<String> = (0..5000).map(|k| format!("({k}, {})", k % 10)).collect();
    client.ok(&format!("UPSERT INTO t (k, v) VALUES {}", rows.join(", ")));
    client.ok("ALTER TABLE t ADD INDEX by_v GLOBAL ON (v) COVER (w)");
    assert_eq!(client.rows("SELECT COUNT(*), SUM(k) FROM t VIEW by_v WHERE v = 3"), ["500 | 1249000"]);
    client.ok("UPDATE t SET v = 100, w = 'x'u WHERE k = 3");
    client.ok("ALTER TABLE t RENAME INDEX by_v TO renamed");
    assert_eq!(client.rows("SELECT v, k, w FROM t VIEW renamed WHERE v > 9"), ["100 | 3 | 'x'"]);
    assert_eq!(client.rows("SELECT COUNT(*) FROM t VIEW renamed WHERE v = 3"), ["499"]);
    is(
        &client.refused("SELECT k FROM t VIEW by_v"),
        "SCHEME_ERROR",
        2003,
        "Required global index not found, index name: by_v",
    );
    client.ok("ALTER TABLE t DROP INDEX renamed");
    is(&client.refused("SELECT k FROM t VIEW renamed"), "SCHEME_ERROR", 2003, "No global indexes for table");
    // The name is free again.
    client.ok("ALTER TABLE t ADD INDEX renamed GLOBAL ON (w)");
    assert_eq!(client.rows("SELECT w, k FROM t VIEW renamed WHERE w IS NOT NULL"), ["'x' | 3"]);
}

#[test]
fn a_sequence_counts_from_one() {
    let mut client = database();
    client.ok("CREATE TABLE s (k Serial, v Int32, PRIMARY KEY (k))");
    client.ok("INSERT INTO s (v) VALUES (10), (20)");
    assert_eq!(client.rows("SELECT k, v FROM s ORDER BY k"), ["1 | 10", "2 | 20"]);
    assert_eq!(client.rows("INSERT INTO s (v) VALUES (30) RETURNING k"), ["3"]);
    // An explicit number does not move the sequence.
    client.ok("INSERT INTO s (k, v) VALUES (100, 0)");
    // A transaction that is rolled back leaves a gap.
    client.begin();
    client.ok("INSERT INTO s (v) VALUES (40)");
    client.rollback();
    client.ok("UPSERT INTO s (v) VALUES (50)");
    assert_eq!(client.rows("SELECT k FROM s ORDER BY k"), ["1", "2", "3", "5", "100"]);
    // The next number of the sequence is already taken.
    client.ok("INSERT INTO s (k, v) VALUES (6, 0)");
    is(&client.refused("INSERT INTO s (v) VALUES (60)"), "PRECONDITION_FAILED", 2012, "Conflict with existing key.");
    client.ok("INSERT INTO s (v) VALUES (70)");
    assert_eq!(client.rows("SELECT v FROM s WHERE k = 7"), ["70"]);
    // A recreated table counts from the beginning; a copy continues.
    client.engine.copy_tables(&[("s", "s2", true)]).unwrap();
    assert_eq!(client.rows("INSERT INTO s2 (v) VALUES (0) RETURNING k"), ["8"]);
    client.ok("DROP TABLE s");
    client.ok("CREATE TABLE s (k Serial, v Int32, PRIMARY KEY (k))");
    assert_eq!(client.rows("INSERT INTO s (v) VALUES (0) RETURNING k"), ["1"]);
    client.ok("ALTER TABLE s RENAME TO s3");
    assert_eq!(client.rows("INSERT INTO s3 (v) VALUES (0) RETURNING k"), ["2"]);
}

#[test]
fn a_small_sequence_ends() {
    let mut client = database();
    client.ok("CREATE TABLE s (k SmallSerial, v Int32, PRIMARY KEY (k))");
    for _ in 0..7 {
        let rows = vec!["(0)"; 4681].join(", ");
        client.ok(&format!("INSERT INTO s (v) VALUES {rows}"));
    }
    // 7 * 4681 = 32767, the largest Int16.
    assert_eq!(client.rows("SELECT MAX(k), COUNT(*) FROM s"), ["32767 | 32767"]);
    is(&client.refused("INSERT INTO s (v) VALUES (0)"), "SCHEME_ERROR", 0, "doesn't have any more values");
}

#[test]
fn what_show_create_prints_makes_the_same_table_again() {
    let mut client = database();
    client.ok("CREATE TABLE s (k Serial, n BigSerial, v Utf8, PRIMARY KEY (k), INDEX by_v GLOBAL ON (v))");
    client.ok("INSERT INTO s (v) VALUES ('a'u), ('b'u)");
    client.ok("ALTER SEQUENCE `/local/s/_serial_column_n` RESTART WITH 70");
    let shown = client.rows("SHOW CREATE TABLE s").remove(0);
    let text = shown.strip_prefix('\'').and_then(|text| text.split_once("' | 's'")).unwrap().0.to_owned();
    client.ok("DROP TABLE s");
    // YDB requires one statement per request.
    for statement in text.split(';').filter(|statement| !statement.trim().is_empty()) {
        client.ok(statement);
    }
    assert_eq!(client.rows("SHOW CREATE TABLE s"), [shown]);
    assert_eq!(client.rows("INSERT INTO s (v) VALUES ('c'u) RETURNING k, n"), ["3 | 70"]);
}

#[test]
fn an_index_that_takes_time_is_read_when_it_is_built() {
    let takes = Duration::from_millis(300);
    let mut client =
        Client::new(Engine::new(Config { index_build_time: takes, clock: Clock::manual(), ..Config::default() }));
    client.ok("CREATE TABLE t (k Int32 NOT NULL, v Int32, PRIMARY KEY (k), INDEX first GLOBAL ON (v))");
    client.ok("INSERT INTO t (k, v) VALUES (1, 10)");
    // An index that is created with its table is ready at once.
    assert_eq!(client.rows("SELECT k FROM t VIEW first"), ["1"]);
    client.ok("ALTER TABLE t ADD INDEX by_v GLOBAL ON (v)");
    let read = "SELECT k FROM t VIEW by_v WHERE v = 20";
    let refusal = client.refused(read);
    client.ok("UPSERT INTO t (k, v) VALUES (1, 20)");
    is(&refusal, "GENERIC_ERROR", 2027, "Requested index: by_v is not ready to use");
    let ready = |client: &Client| {
        let reply = client.engine.describe_table("t").unwrap();
        reply.table.index("by_v").is_some_and(|index| index.is_ready())
    };
    client.engine.advance(takes - Duration::from_micros(1)).unwrap();
    assert!(!ready(&client));
    client.engine.advance(Duration::from_micros(1)).unwrap();
    assert!(ready(&client));
    assert_eq!(client.rows(read), ["1"]);
    // Renames and copies do not build an index again.
    client.ok("ALTER TABLE t RENAME INDEX by_v TO renamed");
    assert_eq!(client.rows("SELECT k FROM t VIEW renamed"), ["1"]);
}
