//! Compares the planner's reads with the reads that YDB's own tests assert (`tests/data/asserted_access.txt`).

#![allow(clippy::unwrap_used, clippy::panic, reason = "helpers of tests may end a test")]

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;

use crate::session::{Config, Engine, ExecMode, Node, PlanOperator, PlannedKeys, PlannedRead, QueryRequest, TxControl};

/// Cases in which the planner reads differently, with the reason why that is correct.
const OTHERWISE: &[(&str, &str)] = &[
    ("extract_too_large_constant", "all but NULL is read, and a plan has no text for that range"),
    ("extract_later_than_any", "a range after the last value of the type, which has no row"),
    ("extract_date_later_than_any", "a range after the last value of the type, which has no row"),
    ("suite_cross_of_renamed", "a query in parentheses that renames columns is not looked up yet"),
];

/// A case: one line of the file.
struct AssertedQuery<'f> {
    name: &'f str,
    tables: Vec<&'f str>,
    query: &'f str,
    reads: Vec<&'f str>,
}

/// A read of a plan: path of the table or index, kind of read, and whether it ends with LIMIT.
#[derive(Debug)]
struct FoundRead {
    path: String,
    how: &'static str,
    limited: bool,
}

/// Reads the cases of the file, with the tables that they name.
fn read(file: &str) -> Vec<AssertedQuery<'_>> {
    let mut tables = HashMap::new();
    let mut cases = Vec::new();
    for line in file.lines().filter(|line| !line.starts_with('#')) {
        let parts: Vec<&str> = line.split('\t').collect();
        match parts[..] {
            [table, ddl] => drop(tables.insert(table.strip_prefix("table ").unwrap(), ddl)),
            [name, numbers, query, reads, _source] => cases.push(AssertedQuery {
                name,
                tables: numbers.split(',').map(|number| tables[number]).collect(),
                query,
                reads: reads.split("; ").collect(),
            }),
            _ => panic!("{line}"),
        }
    }
    cases
}

/// Returns the reads of a query's plan, without the lookups of columns that an index lacks.
fn plan(case: &AssertedQuery<'_>) -> Result<Vec<FoundRead>, String> {
    let engine = Engine::new(Config::default());
    let session = engine.create_session();
    let request = |text: &str, mode| QueryRequest {
        session: Some(session.clone()),
        text: text.to_owned(),
        params: BTreeMap::new(),
        tx: TxControl::Implicit,
        mode,
    };
    for table in &case.tables {
        let mut created = engine.execute(request(table, ExecMode::Execute)).map_err(|error| error.to_string())?;
        while created.next().map_err(|error| error.to_string())?.is_some() {}
    }
    let explained = engine.execute(request(case.query, ExecMode::Explain)).map_err(|error| error.to_string())?;
    let mut found = Vec::new();
    explained.planned().for_each(&mut |node: &Node| match &node.operator {
        PlanOperator::Lookup { read, join: false }
            if !node.inputs.is_empty() && !matches!(read.keys, PlannedKeys::Point(_)) => {}
        PlanOperator::Read(read) => found.push(of(read, how(read, key_length(case, &read.path)))),
        PlanOperator::Lookup { read, join } => found.push(of(read, if *join { "lookup" } else { "point" })),
        _ => {}
    });
    Ok(found)
}

fn of(read: &PlannedRead, how: &'static str) -> FoundRead {
    FoundRead { path: read.path.clone(), how, limited: read.limit.is_some() }
}

/// Returns the kind of a read, for a key of `columns` columns.
fn how(read: &PlannedRead, columns: usize) -> &'static str {
    match &read.keys {
        PlannedKeys::All(_) if read.limit.is_some() => "first",
        PlannedKeys::All(_) => "full",
        PlannedKeys::Point(_) | PlannedKeys::Given(_) => "point",
        PlannedKeys::Range(points, others) => match points.len() {
            0 => "range",
            _ if others.is_empty() => "point",
            _ if others.iter().all(|text| text.ends_with("(-∞, +∞)")) => "prefix",
            _ => "range",
        },
        PlannedKeys::Ranges { ranges: Ok(ranges), .. } if ranges.is_empty() => "none",
        PlannedKeys::Ranges { used, points, .. } => match *points {
            0 => "range",
            points if points == columns => "point",
            points if points == used.len() => "prefix",
            _ => "range",
        },
    }
}

/// Returns the number of key columns of the table or index at a path.
fn key_length(case: &AssertedQuery<'_>, path: &str) -> usize {
    let mut parts = path.split('/').skip(2);
    let (table, index) = (parts.next().unwrap(), parts.next());
    let ddl = case.tables.iter().find(|ddl| ddl.starts_with(&format!("CREATE TABLE {table} "))).unwrap();
    let columns = |before: &str| -> Vec<&str> {
        let (_, after) = ddl.split_once(before).unwrap();
        after.split_once(')').unwrap().0.split(", ").collect()
    };
    let key = columns("PRIMARY KEY (");
    let Some(index) = index else { return key.len() };
    let own = columns(&format!("INDEX {index} GLOBAL ON ("));
    own.len() + key.iter().filter(|column| !own.contains(column)).count()
}

/// Returns `true` if a plan has the read that the file asserts.
fn fits(wanted: &str, found: &[FoundRead]) -> bool {
    let mut words = wanted.split(' ');
    let (table, how) = (words.next().unwrap(), words.next().unwrap());
    let rest: Vec<&str> = words.collect();
    let index = rest.iter().find_map(|word| word.strip_prefix("index="));
    let path = match index {
        Some(index) => format!("/local/{table}/{index}/indexImplTable"),
        None => format!("/local/{table}"),
    };
    let is_limit = |found: &FoundRead| match &rest[..] {
        ["limit", ..] => found.limited,
        ["nolimit", ..] => !found.limited,
        _ => true,
    };
    // All reads of the table must be of this kind.
    let mut own = found
        .iter()
        .filter(|found| found.path == path || found.path.starts_with(&format!("/local/{table}/")))
        .peekable();
    own.peek().is_some() && own.all(|found| found.path == path && found.how == how && is_limit(found))
}

/// A read through a chosen index is counted by the index's partitions, and so are the rows of `.sys`.
#[test]
fn a_chosen_index_is_what_is_counted() {
    let engine = Engine::new(Config::default());
    let run = |text: &str| {
        let (text, tx) = (text.to_owned(), TxControl::Implicit);
        let request = QueryRequest { session: None, text, params: BTreeMap::new(), tx, mode: ExecMode::Execute };
        let mut execution = engine.execute(request).unwrap();
        let mut rows = Vec::new();
        while let Some(part) = execution.next().unwrap() {
            rows.extend(part.rows);
        }
        rows
    };
    run("CREATE TABLE o (id Uint64, customer Uint64, v Int32, PRIMARY KEY (id), INDEX i GLOBAL ON (customer))");
    run("UPSERT INTO o (id, customer, v) VALUES (1, 7, 1), (2, 7, 2), (3, 8, 3)");
    let counted = |path: &str| {
        let all = engine.partition_stats(path).unwrap();
        all.iter().fold([0; 3], |sum, one| {
            let one = &one.counters;
            [sum[0] + one.row_reads, sum[1] + one.range_reads, sum[2] + one.range_read_rows]
        })
    };
    let [index, table] = ["/local/o/i/indexImplTable", "/local/o"];
    // An upsert also reads the rows whose entries in an index may move.
    let [before_index, before_table] = [counted(index), counted(table)];
    assert_eq!(run("SELECT id, v FROM o WHERE customer = 7").len(), 2);
    // Reads a range of the index, and looks up the other column of its rows by key.
    let more = |path: &str, before: [u64; 3]| {
        let after = counted(path);
        [after[0] - before[0], after[1] - before[1], after[2] - before[2]]
    };
    assert_eq!(more(index, before_index), [0, 1, 2]);
    assert_eq!(more(table, before_table), [2, 0, 0]);
    let shown = run("SELECT Path, RowReads, RangeReads FROM `.sys/partition_stats` ORDER BY Path");
    assert_eq!(format!("{shown:?}").matches("/local/o/i/indexImplTable").count(), 1, "{shown:?}");
}

/// The planner reads what YDB reads.
#[test]
fn reads_are_those_that_ydb_asserts() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/asserted_access.txt");
    let file = fs::read_to_string(path).unwrap();
    let cases = read(&file);
    assert!(cases.len() >= 150, "{}", cases.len());
    let mut wrong = Vec::new();
    for case in &cases {
        let found = plan(case);
        let is_right = found.as_ref().is_ok_and(|found| case.reads.iter().all(|wanted| fits(wanted, found)));
        if is_right == OTHERWISE.iter().any(|(name, _)| *name == case.name) {
            wrong.push(format!("{}: {}\n  {}\n  {found:?}\n", case.name, case.query, case.reads.join("; ")));
        }
    }
    assert!(wrong.is_empty(), "{} of {} cases:\n\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}
