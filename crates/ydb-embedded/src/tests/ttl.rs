//! Deletion of expired rows.

use super::database::{Client, database};

const SECOND: u64 = 1_000_000;
const DAY: u64 = 86_400 * SECOND;

/// Creates a table whose row `n` has the time `n` in a column of this type.
fn table(ty: &str, values: &[&str], ttl: &str) -> Client {
    let mut client = database();
    client.ok(&format!("CREATE TABLE t (k Int32 NOT NULL, at {ty}, v Int32, PRIMARY KEY (k)) WITH (TTL = {ttl})"));
    for (k, value) in values.iter().enumerate() {
        client.ok(&format!("INSERT INTO t (k, at, v) VALUES ({k}, {value}, {k})"));
    }
    client
}

fn keys(client: &mut Client) -> Vec<String> {
    client.rows("SELECT k FROM t ORDER BY k")
}

#[test]
fn by_date() {
    let values = ["Date('1970-01-05')", "Date('1970-01-11')", "NULL", "Date('1970-01-12')", "Date('2050-01-01')"];
    let mut client = table("Date", &values, r#"Interval("P1D") ON at"#);
    // 1970-01-05 begins 4 days after 1970-01-01, and the row expires a day later.
    assert_eq!(client.engine.sweep_ttl_at(5 * DAY - 1), 0);
    assert_eq!(client.engine.sweep_ttl_at(5 * DAY), 1);
    assert_eq!(keys(&mut client), ["1", "2", "3", "4"]);
    assert_eq!(client.engine.sweep_ttl_at(12 * DAY), 2);
    // A row with NULL never expires.
    assert_eq!(keys(&mut client), ["2", "4"]);
}

#[test]
fn by_datetime_and_timestamp() {
    let datetimes = ["Datetime('1970-01-01T00:00:10Z')", "Datetime('1970-01-01T00:00:20Z')"];
    let mut client = table("Datetime", &datetimes, r#"Interval("PT5S") ON at"#);
    assert_eq!(client.engine.sweep_ttl_at(15 * SECOND - 1), 0);
    assert_eq!(client.engine.sweep_ttl_at(15 * SECOND), 1);
    assert_eq!(keys(&mut client), ["1"]);
    let timestamps = ["Timestamp('1970-01-01T00:00:00.000010Z')", "Timestamp('1970-01-01T00:00:20Z')"];
    let mut client = table("Timestamp", &timestamps, r#"Interval("PT0S") ON at"#);
    assert_eq!(client.engine.sweep_ttl_at(9), 0);
    assert_eq!(client.engine.sweep_ttl_at(10), 1);
    assert_eq!(client.engine.sweep_ttl_at(20 * SECOND), 1);
    assert!(keys(&mut client).is_empty());
}

#[test]
fn by_numbers_of_a_unit() {
    for (ty, unit, per_second) in [
        ("Uint32", "SECONDS", 1_u64),
        ("Uint64", "MILLISECONDS", 1000),
        ("Uint64", "MICROSECONDS", 1_000_000),
        ("Uint64", "NANOSECONDS", 1_000_000_000),
    ] {
        let values = [(100 * per_second).to_string(), (200 * per_second).to_string(), "NULL".to_owned()];
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        let mut client = table(ty, &values, &format!(r#"Interval("PT1M") ON at AS {unit}"#));
        assert_eq!(client.engine.sweep_ttl_at(160 * SECOND - 1), 0, "{unit}");
        assert_eq!(client.engine.sweep_ttl_at(160 * SECOND), 1, "{unit}");
        assert_eq!(keys(&mut client), ["1", "2"], "{unit}");
    }
}

#[test]
fn by_a_decimal_number_text() {
    let values = ["DyNumber('100')", "DyNumber('200.5')", "NULL"];
    let mut client = table("DyNumber", &values, r#"Interval("PT1M") ON at AS SECONDS"#);
    assert_eq!(client.engine.sweep_ttl_at(160 * SECOND - 1), 0);
    assert_eq!(client.engine.sweep_ttl_at(160 * SECOND), 1);
    assert_eq!(keys(&mut client), ["1", "2"]);
    assert_eq!(client.engine.sweep_ttl_at(261 * SECOND), 1);
    assert_eq!(keys(&mut client), ["2"]);
}

#[test]
fn indexes_are_swept_too() {
    let mut client = table("Uint32", &["1", "1000"], r#"Interval("PT0S") ON at AS SECONDS"#);
    client.ok("ALTER TABLE t ADD INDEX by_v GLOBAL ON (v)");
    assert_eq!(client.engine.sweep_ttl_at(500 * SECOND), 1);
    assert_eq!(client.rows("SELECT v, k FROM t VIEW by_v"), ["1 | 1"]);
}

#[test]
fn a_sweep_of_many_rows_and_other_tables() {
    let mut client = table("Uint32", &[], r#"Interval("PT0S") ON at AS SECONDS"#);
    client.ok("CREATE TABLE other (k Int32 NOT NULL, at Uint32, PRIMARY KEY (k))");
    client.ok("UPSERT INTO other (k, at) VALUES (1, 1)");
    // Every second row of more than one batch has expired.
    let rows: Vec<String> = (0..2500).map(|k| format!("({k}, {})", if k % 2 == 0 { 1 } else { 1000 })).collect();
    client.ok(&format!("UPSERT INTO t (k, at) VALUES {}", rows.join(", ")));
    assert_eq!(client.engine.sweep_ttl_at(500 * SECOND), 1250);
    assert_eq!(client.rows("SELECT COUNT(*), MIN(at) FROM t"), ["1250 | 1000"]);
    assert_eq!(client.rows("SELECT COUNT(*) FROM other"), ["1"]);
}

#[test]
fn without_a_ttl_nothing_expires() {
    let mut client = table("Uint32", &["1"], r#"Interval("PT0S") ON at AS SECONDS"#);
    client.ok("ALTER TABLE t RESET (TTL)");
    assert_eq!(client.engine.sweep_ttl_at(500 * SECOND), 0);
    client.ok(r#"ALTER TABLE t SET (TTL = Interval("PT1S") ON at AS SECONDS)"#);
    assert_eq!(client.engine.sweep_ttl_at(500 * SECOND), 1);
}

#[test]
fn a_swept_row_breaks_the_locks_of_those_who_read_it() {
    let mut client = table("Uint32", &["1"], r#"Interval("PT0S") ON at AS SECONDS"#);
    client.begin();
    client.ok("UPDATE t SET v = 7 WHERE k = 0");
    assert_eq!(client.engine.sweep_ttl_at(500 * SECOND), 1);
    super::database::is_aborted(client.commit(), "/local/t");
}

#[test]
fn an_index_added_while_rows_are_swept_agrees_with_its_table() {
    let mut client = table("Uint32", &[], r#"Interval("PT0S") ON at AS SECONDS"#);
    let rows: Vec<String> = (0..6000).map(|k| format!("({k}, {k}, {k})")).collect();
    client.ok(&format!("UPSERT INTO t (k, at, v) VALUES {}", rows.join(", ")));
    let sweeper = std::thread::spawn({
        let engine = std::sync::Arc::clone(&client.engine);
        move || (0..6).map(|step| engine.sweep_ttl_at(step * 1000 * SECOND)).sum::<u64>()
    });
    client.ok("ALTER TABLE t ADD INDEX by_v GLOBAL ON (v)");
    // From second 0 to second 5000, both included.
    assert_eq!(sweeper.join().unwrap(), 5001);
    assert_eq!(client.rows("SELECT COUNT(*), MIN(v) FROM t VIEW by_v"), ["999 | 5001"]);
}
