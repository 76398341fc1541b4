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

use ydb_keys::Layout;
use ydb_yql::ast::{CreateTable, StatementKind};
use ydb_yql::{Form, definitions};

use super::Statistics;

/// Returns the text after a word in a comment: `1200/s` of `-- runs: 1200/s`.
fn said<'t>(line: &'t str, word: &str) -> Option<&'t str> {
    let rest = line.trim().strip_prefix("--")?.trim().strip_prefix(word)?.trim_start().strip_prefix(':')?;
    Some(rest.trim())
}

/// Finds the runs of a query in a second.
///
/// # Errors
/// The line that cannot be read, and how it is written.
pub(crate) fn runs_of(text: &str) -> Result<Option<f64>, String> {
    let Some(runs) = text.lines().find_map(|line| said(line, "runs")) else { return Ok(None) };
    let (number, unit) = runs.split_once('/').unwrap_or((runs, ""));
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
            "`-- runs: {runs}` does not say how often the query runs: write it as `-- runs: 1200/s`, or with /min, /h or /d"
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
    let created: Vec<(u32, &CreateTable)> = all
        .statements
        .iter()
        .filter_map(|statement| match &statement.kind {
            StatementKind::CreateTable(table) => Some((statement.at.line, &**table)),
            _ => None,
        })
        .collect();
    let mut found: BTreeMap<String, Statistics> = BTreeMap::new();
    for (line, number) in text.lines().zip(1..) {
        let comment = line.trim().strip_prefix("--").and_then(|line| line.trim().strip_prefix("ydb_keys."));
        let Some((word, rest)) = comment.and_then(|rest| rest.split_once(':')) else {
            continue;
        };
        let wrong = |why: &str| format!("line {number}: `{}` {why}", line.trim());
        let Some((_, table)) = created.iter().rev().find(|(at, _)| *at < number) else {
            return Err(wrong("belongs to no table: write it after its CREATE TABLE"));
        };
        let of = found.entry(table.table.path.name.to_string()).or_default();
        let known = |name: &str| match table.columns.iter().any(|column| &*column.name.name == name) {
            true => Ok(name.to_owned()),
            false => Err(wrong(&format!("names a column that the table does not have: `{name}`"))),
        };
        let bad = || wrong(&format!("is not understood: write {}", example(word)));
        let count = |text: &str| amount(text).filter(|number| *number >= 1.0).ok_or_else(bad);
        match word {
            "rows" => of.rows = count(rest)?,
            "partitions" => of.partitions = count(rest)?,
            "growing" => {
                for name in rest.split(',') {
                    of.growing.insert(known(name.trim())?);
                }
            }
            "distinct" | "heavy" => {
                for part in rest.split(',') {
                    let (name, number) = part.trim().rsplit_once(' ').ok_or_else(bad)?;
                    let name = known(name.trim())?;
                    if word == "distinct" {
                        of.distinct.insert(name, count(number)?);
                    } else {
                        of.heavy.insert(name, amount(number).filter(|share| *share <= 1.0).ok_or_else(bad)?);
                    }
                }
            }
            "layout" if rest.trim().parse::<Layout>().is_ok() => {}
            "layout" => {
                return Err(wrong(
                    "is not a valid layout: replace it with the line that the command `ddl` prints for this table",
                ));
            }
            _ => return Err(wrong("is not known: there are rows, partitions, distinct, heavy, growing and layout")),
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
