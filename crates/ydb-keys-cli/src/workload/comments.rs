//! Runs of queries and statistics of tables, as comments of files say them.
//!
//! ```text
//! -- name: latest_orders                      CREATE TABLE orders (..);
//! -- runs: 1200/s                             -- ydb_keys.rows: 5000000
//! SELECT ..                                   -- ydb_keys.partitions: 40
//!                                             -- ydb_keys.distinct: customer_id 200000, status 5
//!                                             -- ydb_keys.heavy: status 0.9
//!                                             -- ydb_keys.growing: order_id, placed_at
//! ```

use std::collections::BTreeMap;

use ydb_yql::ast::StatementKind;
use ydb_yql::{Form, definitions};

use super::Statistics;

/// Returns the text after a word in a comment: `1200/s` of `-- runs: 1200/s`.
fn said<'t>(line: &'t str, word: &str) -> Option<&'t str> {
    let rest = line.trim().strip_prefix("--")?.trim().strip_prefix(word)?.trim_start().strip_prefix(':')?;
    Some(rest.trim())
}

/// Finds the runs of a query in a second. A number without a unit is of an hour.
///
/// # Errors
/// The line that cannot be read, and how it is written.
pub(crate) fn runs_of(text: &str) -> Result<Option<f64>, String> {
    let Some(runs) = text.lines().find_map(|line| said(line, "runs")) else { return Ok(None) };
    let (number, unit) = runs.split_once('/').unwrap_or((runs, "h"));
    let seconds = match unit.trim() {
        "s" => Some(1.0),
        "min" => Some(60.0),
        "h" => Some(3600.0),
        "d" => Some(86_400.0),
        _ => None,
    };
    match (amount(number), seconds) {
        (Some(number), Some(seconds)) => Ok(Some(number / seconds)),
        _ => Err(format!(
            "`-- runs: {runs}` is not a number of runs: write it as `-- runs: 1200/s`, or with /min, /h or /d"
        )),
    }
}

/// Reads a number that is at least 0, with `_` or spaces between its digits.
fn amount(text: &str) -> Option<f64> {
    let digits: String = text.chars().filter(|c| !matches!(c, '_' | ' ')).collect();
    digits.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0)
}

/// Finds the statistics of the tables in a file of DDL, by their names.
///
/// # Errors
/// The line that cannot be read, and how it is written.
pub(crate) fn statistics_of(text: &str) -> Result<BTreeMap<String, Statistics>, String> {
    let Ok(all) = definitions(text, Form::File) else { return Ok(BTreeMap::new()) };
    let created: Vec<(u32, String)> = all
        .statements
        .iter()
        .filter_map(|statement| match &statement.kind {
            StatementKind::CreateTable(table) => Some((statement.at.line, table.table.path.name.to_string())),
            _ => None,
        })
        .collect();
    let mut found: BTreeMap<String, Statistics> = BTreeMap::new();
    for (line, number) in text.lines().zip(1..) {
        let Some((word, rest)) = ["rows", "partitions", "distinct", "heavy", "growing"]
            .into_iter()
            .find_map(|word| Some((word, said(line, &format!("ydb_keys.{word}"))?)))
        else {
            continue;
        };
        let Some((_, table)) = created.iter().rev().find(|(at, _)| *at < number) else {
            return Err(format!(
                "line {number}: `{}` belongs to no table: write it after its CREATE TABLE",
                line.trim()
            ));
        };
        let of = found.entry(table.clone()).or_default();
        let bad = || format!("line {number}: `{}` is not understood: write {}", line.trim(), example(word));
        match word {
            "rows" => of.rows = amount(rest).ok_or_else(bad)?,
            "partitions" => of.partitions = amount(rest).ok_or_else(bad)?,
            "growing" => of.growing.extend(rest.split(',').map(|name| name.trim().to_owned())),
            _ => {
                for part in rest.split(',') {
                    let (name, number) = part.trim().rsplit_once(' ').ok_or_else(bad)?;
                    let number = amount(number).ok_or_else(bad)?;
                    let map = if word == "heavy" { &mut of.heavy } else { &mut of.distinct };
                    map.insert(name.trim().to_owned(), number);
                }
            }
        }
    }
    Ok(found)
}

fn example(word: &str) -> &'static str {
    match word {
        "rows" => "`-- ydb_keys.rows: 5000000`",
        "partitions" => "`-- ydb_keys.partitions: 40`",
        "heavy" => "`-- ydb_keys.heavy: status 0.9`",
        "growing" => "`-- ydb_keys.growing: order_id, placed_at`",
        _ => "`-- ydb_keys.distinct: customer_id 200000, status 5`",
    }
}
