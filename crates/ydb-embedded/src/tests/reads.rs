//! Reads of statements: each range ends at its limit or where its condition ends, and the work for long lists in
//! conditions grows with the list and the rows, not with their product.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may end a test")]

use std::collections::BTreeMap;
use std::sync::Arc;

use super::database::{Client, database};
use super::partitions::reads;
use crate::session::{Config, Engine, ExecMode, QueryRequest, TxControl};
use crate::types::{Primitive, Type, Value};

/// Creates a table with forty rows. `b` is `at` modulo four, and each `b` is a partition.
fn feed() -> Client {
    let mut client = database();
    client.ok("CREATE TABLE f (b Uint32 NOT NULL, at Uint64 NOT NULL, v Int32 NOT NULL, note Utf8, \
         PRIMARY KEY (b, at, v), INDEX by_v GLOBAL ON (b, v)) WITH (PARTITION_AT_KEYS = (1, 2, 3))");
    for at in 0..40 {
        client.ok(&format!("INSERT INTO f (b, at, v, note) VALUES ({}, {at}, {}, 'n{at}'u)", at % 4, 100 - at));
    }
    client
}

/// Returns the point reads, the range reads and their rows in each of the four partitions of `f`.
fn read(client: &mut Client, text: &str) -> Vec<(u64, u64, u64)> {
    reads(client, "f", |client| client.ok(text))
}

/// Joins one SELECT for each `b` by `UNION ALL`.
fn union(branch: impl Fn(u32) -> String) -> String {
    (0..4).map(|b| format!("({})", branch(b))).collect::<Vec<_>>().join(" UNION ALL ")
}

#[test]
fn each_branch_of_a_union_reads_its_limit() {
    let mut client = feed();
    let first = union(|b| format!("SELECT at, v FROM f WHERE b = {b}u ORDER BY b, at LIMIT 3"));
    let text = format!("SELECT at FROM ({first}) ORDER BY at LIMIT 3");
    assert_eq!(client.rows(&text), ["0", "1", "2"]);
    assert_eq!(read(&mut client, &text), [(0, 1, 3); 4]);

    // YDB drops a sort that names the key from its first column on, although all rows of a branch have one value in
    // that column.
    let last = union(|b| {
        format!("SELECT at FROM f WHERE b = {b}u AND (at, v) < (30, 70) ORDER BY b DESC, at DESC, v DESC LIMIT 2")
    });
    let text = format!("SELECT at FROM ({last}) ORDER BY at DESC LIMIT 2");
    assert_eq!(client.rows(&text), ["29", "28"]);
    assert_eq!(read(&mut client, &text), [(0, 1, 2); 4]);
}

#[test]
fn points_and_a_range_are_as_many_ranges() {
    let mut client = feed();
    let condition = "WHERE b IN (0u, 1u, 2u, 3u) AND at >= 10 AND at < 14";
    assert_eq!(client.rows(&format!("SELECT at FROM f {condition} ORDER BY at")), ["10", "11", "12", "13"]);
    assert_eq!(read(&mut client, &format!("SELECT COUNT(*) FROM f {condition}")), [(0, 1, 1); 4]);
    let any = read(&mut client, &format!("SELECT b FROM f {condition} LIMIT 1"));
    assert_eq!(any, [(0, 1, 1), (0, 0, 0), (0, 0, 0), (0, 0, 0)]);
    let deleted = read(&mut client, &format!("DELETE FROM f {condition}"));
    assert!(deleted.iter().all(|(_, ranges, rows)| (*ranges, *rows) == (1, 1)), "{deleted:?}");
    assert_eq!(client.rows("SELECT COUNT(*) FROM f"), ["36"]);
}

#[test]
fn rows_found_in_an_index_are_looked_up_after_the_limit() {
    let mut client = feed();
    let keys = union(|b| format!("SELECT v, b, at FROM f VIEW by_v WHERE b = {b}u ORDER BY b, v, at LIMIT 3"));
    let text = format!(
        "SELECT note FROM (SELECT t.* FROM (SELECT b, at, v FROM ({keys}) ORDER BY v, at LIMIT 3) AS i \
         INNER JOIN f AS t ON t.b = i.b AND t.at = i.at AND t.v = i.v) ORDER BY v"
    );
    assert_eq!(client.rows(&text), ["'n39'", "'n38'", "'n37'"]);
    assert_eq!(read(&mut client, &text), [(0, 0, 0), (1, 0, 0), (1, 0, 0), (1, 0, 0)]);
    let index = reads(&mut client, "f/by_v/indexImplTable", |client| client.ok(&text));
    assert_eq!(index.iter().map(|(_, _, rows)| rows).sum::<u64>(), 4 * 3);
}

/// Creates a table with the keys below `rows`.
fn engine(rows: u64) -> Arc<Engine> {
    let engine = Engine::new(Config::default());
    run(&engine, "CREATE TABLE t (k Uint64 NOT NULL, v Int32, PRIMARY KEY (k))".to_owned(), &[]);
    let fill = format!(
        "REPLACE INTO t SELECT k, 1 AS v FROM AS_TABLE(ListMap(ListFromRange(0ul, {rows}ul), ($k) -> (<|k: $k|>)))"
    );
    run(&engine, fill, &[]);
    engine
}

/// Runs a query. Returns the number of rows in its answer, of rows read by key, and of rows read in ranges.
fn run(engine: &Arc<Engine>, text: String, params: &[(&str, Type, Value)]) -> (usize, u64, u64) {
    let counted = || {
        let stats = engine.partition_stats("/local/t").unwrap_or_default();
        stats.iter().fold((0, 0), |sum, one| (sum.0 + one.counters.row_reads, sum.1 + one.counters.range_read_rows))
    };
    let before = counted();
    let params = params
        .iter()
        .map(|(name, ty, value)| ((*name).to_owned(), (ty.clone(), value.clone())))
        .collect::<BTreeMap<_, _>>();
    let request = QueryRequest { session: None, text, params, tx: TxControl::Implicit, mode: ExecMode::Execute };
    let mut execution = engine.execute(request).unwrap();
    let mut rows = 0;
    while let Some(part) = execution.next().unwrap() {
        rows += part.rows.len();
    }
    let after = counted();
    (rows, after.0 - before.0, after.1 - before.1)
}

/// Returns a parameter that is a list of the numbers below `count`.
fn list(primitive: Primitive, count: u64) -> (&'static str, Type, Value) {
    let value = |number: u64| match primitive {
        Primitive::Uint64 => Value::Uint(number),
        _ => Value::Int(i64::try_from(number).unwrap()),
    };
    ("$ks", Type::List(Arc::new(Type::Primitive(primitive))), Value::Items((0..count).map(value).collect()))
}

#[test]
fn ten_thousand_values_are_looked_up_and_more_read_everything() {
    let engine = engine(20);
    let text = "DECLARE $ks AS List<Uint64>; SELECT k FROM t WHERE k IN $ks".to_owned();
    assert_eq!(run(&engine, text.clone(), &[list(Primitive::Uint64, 10)]), (10, 10, 0));
    let (rows, _, read) = run(&engine, text.clone(), &[list(Primitive::Uint64, 10_000)]);
    assert_eq!((rows, read), (20, 0));
    let (rows, points, read) = run(&engine, text, &[list(Primitive::Uint64, 10_001)]);
    assert_eq!((rows, points, read), (20, 0, 20));
}

#[test]
fn the_values_of_a_query_are_looked_up_however_many_they_are() {
    let engine = engine(20_000);
    run(&engine, "CREATE TABLE u (k Uint64 NOT NULL, PRIMARY KEY (k))".to_owned(), &[]);
    run(&engine, "UPSERT INTO u SELECT k FROM t WHERE k % 2 = 0 OR k < 4000".to_owned(), &[]);
    let (rows, points, ranges) = run(&engine, "SELECT k FROM t WHERE k IN (SELECT k FROM u)".to_owned(), &[]);
    assert_eq!((rows, points, ranges), (12_000, 12_000, 0));
}

#[test]
fn a_list_of_another_integer_type_finds_its_values() {
    let engine = engine(20);
    let text = "DECLARE $ks AS List<Int64>; SELECT k FROM t WHERE k IN $ks".to_owned();
    assert_eq!(run(&engine, text.clone(), &[list(Primitive::Int64, 7)]).0, 7);
    assert_eq!(run(&engine, text, &[list(Primitive::Int64, 10_001)]), (20, 0, 20));
}

/// Took a minute when each row read the whole list. There is no time limit here: that of the test runner is enough.
#[test]
fn twenty_thousand_values_are_sought_in_twenty_thousand_rows() {
    let engine = engine(20_000);
    let written: Vec<String> = (0..20_000_u64).map(|number| (2 * number).to_string()).collect();
    let written = written.join(", ");
    for list in [format!("({written})"), format!("[{written}]"), format!("AsList({written})")] {
        assert_eq!(run(&engine, format!("SELECT k FROM t WHERE k IN {list}"), &[]), (10_000, 0, 20_000));
    }
    let text = "DECLARE $ks AS List<Int64>; SELECT k FROM t WHERE k IN $ks".to_owned();
    assert_eq!(run(&engine, text, &[list(Primitive::Int64, 20_000)]), (20_000, 0, 20_000));
}
