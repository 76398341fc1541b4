//! Long lists in conditions: what is read, and that the work grows with the list and the rows, not with their product.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may end a test")]

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::session::{Config, Engine, ExecMode, QueryRequest, TxControl};
use crate::types::{Primitive, Type, Value};

/// A table with the keys below `rows`.
fn engine(rows: u64) -> Arc<Engine> {
    let engine = Engine::new(Config::default());
    run(&engine, "CREATE TABLE t (k Uint64 NOT NULL, v Int32, PRIMARY KEY (k))".to_owned(), &[]);
    let fill = format!(
        "REPLACE INTO t SELECT k, 1 AS v FROM AS_TABLE(ListMap(ListFromRange(0ul, {rows}ul), ($k) -> (<|k: $k|>)))"
    );
    run(&engine, fill, &[]);
    engine
}

/// The number of rows of a query's answer, and the rows that it reads by their keys and in ranges.
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

/// A parameter: a list of the numbers below `count`.
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

/// It took a minute when each row read the whole list. The clock is not looked at: the runner's limit is enough.
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
