//! Runs every golden statement over its model's table, with the values of the golden file.

use ydb::{TxMode, Value};

use super::database::Database;
use super::golden::texts;
use super::models::table_of;
use super::values::{list, parse, typed};

/// Statement of a golden file.
struct Golden {
    shape: String,
    text: String,
    params: Vec<(String, Value)>,
    /// Rows of the parameter that is a list.
    rows: usize,
}

/// Text that marks a read of the only asynchronous index of the golden files.
const ASYNC_INDEX: &str = "VIEW `by-region`";

/// Statements whose keys belong to no row of the seed.
const ABSENT: [(&str, &str); 3] = [
    ("models__statements__dispersed__documents", "get_many"),
    ("models__statements__serial__tickets", "get"),
    ("models__statements__serial__tickets", "get_many"),
];

#[tokio::test]
async fn every_golden_statement_runs() {
    let mut refused = String::new();
    let mut count = 0;
    for (file, text) in texts("statements") {
        let database = Database::start().await;
        let (path, create_table) = table_of(&file);
        database.run(&create_table).await.unwrap();
        let statements = statements(&text);
        // Without rows, statements only have to be legal.
        let seed = statements.iter().find(|golden| ["upsert_many", "insert_many"].contains(&golden.shape.as_str()));
        for golden in &statements {
            count += 1;
            database.run(&format!("DELETE FROM `{path}`")).await.unwrap();
            let mut seeded = 0;
            if let Some(seed) = seed.filter(|_| !golden.text.contains("INSERT INTO")) {
                database.rows(&seed.text, seed.params.clone()).await.unwrap();
                let all = database.rows(&format!("SELECT * FROM `{path}`"), Vec::new()).await.unwrap();
                seeded = all.unwrap().rows().count();
                assert!((1..=seed.rows).contains(&seeded));
            }
            let mode = if golden.text.contains(ASYNC_INDEX) { TxMode::StaleReadOnly } else { TxMode::Implicit };
            let answer = database.rows_in(mode, &golden.text, golden.params.clone()).await;
            let rows = answer.map(|set| set.map(|set| set.rows().count()));
            let absent = ABSENT.contains(&(file.as_str(), golden.shape.as_str()));
            let expected = if absent { Some(0) } else { expected(golden, seeded) };
            match rows {
                Err(error) => refused += &format!("{file}, {}: {error}\n{}\n\n", golden.shape, golden.text),
                Ok(rows) if expected.is_some() && rows != expected => {
                    refused += &format!("{file}, {}: {rows:?} rows instead of {expected:?}\n", golden.shape);
                }
                Ok(_) => {}
            }
        }
    }
    assert!(count > 100, "golden files are missing");
    assert!(refused.is_empty(), "{refused}");
}

/// Returns the number of rows that a statement returns from a table with the seed, for simple statements.
fn expected(golden: &Golden, seed: usize) -> Option<usize> {
    match golden.shape.as_str() {
        "get" | "exists" | "any row" | "any of a prefix" | "any" => Some(1),
        "any of no row" => Some(0),
        count if count.starts_with("count") => Some(1),
        // Keys that no row has give nothing.
        "get_many" => Some(golden.rows.min(seed)),
        "full scan" | "full scan, descending" if !golden.text.contains("LIMIT") => Some(seed),
        _ => None,
    }
}

/// Returns the statements of a golden file, each followed by an empty line.
fn statements(file: &str) -> Vec<Golden> {
    file.trim().split("\n\n").map(statement).collect()
}

fn statement(block: &str) -> Golden {
    let (shape, rest) = block.split_once('\n').unwrap();
    let shape = shape.strip_prefix("-- ").unwrap().to_owned();
    let (text, params) = rest.split_once("\n-- $").unwrap_or((rest, ""));
    let mut golden = Golden { shape, text: text.to_owned(), params: Vec::new(), rows: 0 };
    for param in params.split("\n-- $").filter(|param| !param.is_empty()) {
        let (name, param) = param.split_once(": ").unwrap();
        let value = match param.split_once(" = ") {
            Some((ty, value)) => {
                let bare = ty.trim_end_matches('?');
                typed(bare, bare != ty, &parse(value).0)
            }
            None => {
                let mut lines = param.split("\n--   ");
                let members = members(lines.next().unwrap());
                let rows: Vec<_> = lines.map(row).collect();
                golden.rows = rows.len();
                list(&members, &rows)
            }
        };
        golden.params.push((format!("${name}"), value));
    }
    golden
}

/// Parses the members of a type like ``List<Struct<`id`: Uint64, `note`: Utf8?>>``.
fn members(ty: &str) -> Vec<(String, String, bool)> {
    let members = ty.strip_prefix("List<Struct<").unwrap().strip_suffix(">>").unwrap();
    let member = |member: &str| {
        let (name, ty) = member.split_once(": ").unwrap();
        let bare = ty.trim_end_matches('?');
        (name.trim_matches('`').to_owned(), bare.to_owned(), bare != ty)
    };
    members.split(", ").map(member).collect()
}

/// Parses values like `[Uint64(1), Null]`.
fn row(line: &str) -> Vec<ydb_keys::Value<'static>> {
    let mut rest = line.strip_prefix('[').unwrap();
    let mut values = Vec::new();
    while rest != "]" {
        let (value, after) = parse(rest);
        values.push(value);
        rest = after.strip_prefix(", ").unwrap_or(after);
    }
    values
}
