//! Chains: joins of three sources compared with nested loops, the nesting limit on the smallest stack, and random
//! chains.

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may end a test")]

use proptest::prelude::*;

use super::database::{Client, Params, database, is};
use crate::types::Value;

/// A row of a join: the ids of up to three sources.
type JoinedIds = Vec<Option<i64>>;

const KINDS: [&str; 10] = [
    "JOIN",
    "LEFT JOIN",
    "RIGHT JOIN",
    "FULL JOIN",
    "LEFT SEMI JOIN",
    "LEFT ONLY JOIN",
    "RIGHT SEMI JOIN",
    "RIGHT ONLY JOIN",
    "EXCLUSION JOIN",
    "CROSS JOIN",
];

/// `id` and `v` of each row of the three tables.
const TABLES: [&[(i64, Option<i64>)]; 3] = [
    &[(1, Some(1)), (2, Some(2)), (3, Some(2)), (4, None)],
    &[(1, Some(2)), (2, Some(3)), (3, None), (5, Some(2))],
    &[(1, Some(2)), (2, Some(1)), (6, Some(6)), (7, None)],
];

/// Returns the value of the column by which a table's row is joined.
fn joined_by(table: usize, id: Option<i64>, by_id: bool) -> Option<i64> {
    let row = TABLES[table].iter().find(|(own, _)| Some(*own) == id)?;
    if by_id { Some(row.0) } else { row.1 }
}

/// Joins a table to the rows so far by nested loops. `compared` is the source that is compared with the table.
fn nested_loops(left: &[JoinedIds], compared: usize, right: usize, kind: &str, by_id: bool) -> Vec<JoinedIds> {
    let width = left.first().map_or(1, Vec::len);
    let ids: Vec<Option<i64>> = TABLES[right].iter().map(|(id, _)| Some(*id)).collect();
    let meets = |row: &JoinedIds, id: Option<i64>| {
        let key = joined_by(compared, *row.last().unwrap(), by_id);
        kind == "CROSS JOIN" || key.is_some() && key == joined_by(right, id, by_id)
    };
    let pair = |row: &JoinedIds, id| row.iter().copied().chain([id]).collect::<JoinedIds>();
    let met: Vec<JoinedIds> =
        left.iter().flat_map(|row| ids.iter().filter(|id| meets(row, **id)).map(|id| pair(row, *id))).collect();
    let left_only = || left.iter().filter(|row| !ids.iter().any(|id| meets(row, *id)));
    let right_only = || ids.iter().filter(|id| !left.iter().any(|row| meets(row, **id)));
    let left_nulls = || left_only().map(|row| pair(row, None)).collect::<Vec<_>>();
    let right_nulls = || right_only().map(|id| pair(&vec![None; width], *id)).collect::<Vec<_>>();
    match kind {
        "LEFT JOIN" => [met, left_nulls()].concat(),
        "RIGHT JOIN" => [met, right_nulls()].concat(),
        "FULL JOIN" => [met, left_nulls(), right_nulls()].concat(),
        "EXCLUSION JOIN" => [left_nulls(), right_nulls()].concat(),
        "LEFT SEMI JOIN" => left.iter().filter(|row| ids.iter().any(|id| meets(row, *id))).cloned().collect(),
        "LEFT ONLY JOIN" => left_only().cloned().collect(),
        "RIGHT SEMI JOIN" => {
            ids.iter().filter(|id| left.iter().any(|row| meets(row, **id))).map(|id| vec![*id]).collect()
        }
        "RIGHT ONLY JOIN" => right_only().map(|id| vec![*id]).collect(),
        _ => met,
    }
}

fn tables() -> Client {
    let mut client = database();
    for (i, rows) in TABLES.iter().enumerate() {
        client.ok(&format!("CREATE TABLE t{i} (id Int64 NOT NULL, v Int64, PRIMARY KEY (id))"));
        for (id, v) in *rows {
            let v = v.map_or_else(|| "NULL".to_owned(), |v| v.to_string());
            client.ok(&format!("UPSERT INTO t{i} (id, v) VALUES ({id}, {v})"));
        }
    }
    client
}

#[test]
fn three_sources_are_joined_as_by_nested_loops() {
    let mut client = tables();
    for (first, second, by_id) in
        KINDS.iter().flat_map(|a| KINDS.iter().flat_map(move |b| [(*a, *b, true), (*a, *b, false)]))
    {
        // Sources whose columns are visible after the join; the last of them is compared with the third source.
        let visible = |kind: &str, left: &[usize], right: usize| match kind {
            "LEFT SEMI JOIN" | "LEFT ONLY JOIN" => left.to_vec(),
            "RIGHT SEMI JOIN" | "RIGHT ONLY JOIN" => vec![right],
            _ => left.iter().copied().chain([right]).collect(),
        };
        let two = visible(first, &[0], 1);
        let three = visible(second, &two, 2);
        let compared = *two.last().unwrap();
        let on = |kind: &str, left: usize, right: usize| match kind {
            "CROSS JOIN" => String::new(),
            _ => format!(" ON t{left}.{0} = t{right}.{0}", if by_id { "id" } else { "v" }),
        };
        let columns: Vec<String> = three.iter().map(|table| format!("t{table}.id AS c{table}")).collect();
        let text = format!(
            "SELECT {} FROM t0 {first} t1{} {second} t2{}",
            columns.join(", "),
            on(first, 0, 1),
            on(second, compared, 2)
        );
        let rows: Vec<JoinedIds> = TABLES[0].iter().map(|(id, _)| vec![Some(*id)]).collect();
        let mut expected = nested_loops(&rows, 0, 1, first, by_id);
        expected = nested_loops(&expected, compared, 2, second, by_id);
        for (filter, keeps) in [("", None), (" WHERE t2.id > 1", Some(2)), (" WHERE t0.id IS NOT NULL", Some(0))] {
            let Some(place) = keeps.map_or(Some(0), |table| three.iter().position(|own| *own == table)) else {
                continue;
            };
            let least = if keeps == Some(2) { 2 } else { i64::MIN };
            let kept = |row: &&JoinedIds| keeps.is_none() || row[place].is_some_and(|id| id >= least);
            let mut expected: Vec<JoinedIds> = expected.iter().filter(kept).cloned().collect();
            let number = |value: &Value| match value {
                Value::Int(id) => Some(*id),
                _ => None,
            };
            let found = client.query(&format!("{text}{filter}"), Params::new());
            let found = found.unwrap_or_else(|error| panic!("{text}{filter}\n{error}"));
            let mut found: Vec<JoinedIds> = found.iter().map(|row| row.iter().map(number).collect()).collect();
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "{text}{filter}");
        }
    }
}

/// Runs a query on a stack as small as that of the server's threads.
fn on_small_stack(text: String) -> Result<(), crate::error::Error> {
    let run = move || {
        let mut client = tables();
        let parsed = client.run(&text);
        // Printing walks the tree recursively, too.
        drop(format!("{:?}", crate::yql::parse(&text)));
        parsed
    };
    std::thread::Builder::new().stack_size(8 << 20).spawn(run).unwrap().join().expect("no overflow")
}

#[test]
fn the_deepest_statements_run_on_a_small_stack() {
    for (least, open, inside, close) in [
        (90, "(", "1", ")"),
        (90, "-(", "1", ")"),
        (90, "1 + (", "1", ")"),
        (60, "Abs(1 + ", "1", ")"),
        (60, "AsTuple(", "1", ")"),
        (90, "[", "1", "]"),
        (90, "CASE WHEN 1 = ", "1", " THEN 1 ELSE 2 END"),
        (90, "1 IN (", "1", ")"),
        (35, "(SELECT ", "1", ")"),
        (35, "1 IN (SELECT ", "1", ")"),
        (35, "EXISTS (SELECT ", "1", ")"),
        (15, "(SELECT a FROM (SELECT 1 AS a FROM t0 WHERE id = ", "1", "))"),
        (25, "ListMap([1], ($x) -> (", "$x", "))"),
    ] {
        let text = |count: usize| format!("SELECT {}{inside}{}", open.repeat(count), close.repeat(count));
        let fits = |count: &usize| crate::yql::parse(&text(*count)).is_ok();
        let most = (1..400).take_while(fits).last().unwrap_or_default();
        assert!(most >= least, "{open}: only {most}");
        // The types may not fit, but the query must return instead of overflowing the stack.
        drop(on_small_stack(text(most)));
        let error = on_small_stack(text(20_000)).unwrap_err();
        is(&error, "GENERIC_ERROR", 0, "nested too deeply");
    }
}

/// The deepest allowed query, which uses named queries and lambdas of the largest height that is put in place.
#[test]
fn names_in_the_deepest_statements_run_on_a_small_stack() {
    let sub = |count: usize, inside: &str| format!("{}{inside}{}", "(SELECT ".repeat(count), ")".repeat(count));
    let mut text = "$q0 = SELECT 1 AS a;".to_owned();
    for i in 1..100 {
        text += &format!("$q{i} = SELECT {} AS a FROM $q{};", sub(4, &format!("$q{}", i - 1)), i - 1);
    }
    text += &format!("SELECT {}", sub(35, "$q99 + 1"));
    on_small_stack(text).unwrap();
    let mut text = "$f0 = ($x) -> ($x);".to_owned();
    for i in 1..20 {
        text += &format!("$f{i} = ($x) -> (ListMap([1], $f{}));", i - 1);
    }
    text += &format!("SELECT {}ListMap([1], $f19){}", "AsTuple(".repeat(60), ")".repeat(60));
    on_small_stack(text).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(60) })]

    #[test]
    fn random_chains_have_an_answer(choices in prop::collection::vec(any::<u8>(), 0..16)) {
        crate::fuzz::chains(&choices);
    }
}
