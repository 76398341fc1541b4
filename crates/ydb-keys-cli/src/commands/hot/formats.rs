//! The heat map as one page of HTML that needs nothing else.

use std::io;
use std::path::Path;

use serde::Serialize;

use super::observe::Observed;
use super::watch::{Spell, Watched};
use crate::commands::failure::Failure;
use crate::commands::files::put;
use crate::commands::findings::{Found, Level, Lines, subject};
use crate::hot::{Locks, Measure, Report, TableReport};

/// The rows and columns of the map: more than a screen shows would not be seen.
const ROWS: usize = 96;
const COLUMNS: usize = 160;

const PAGE: &str = include_str!("page.html");

/// Where the data goes in the page.
const PLACE: &str = "/*DATA*/null";

#[derive(Serialize)]
struct Data<'a> {
    database: &'a str,
    /// From and to, in milliseconds since 1970.
    columns: Vec<[u64; 2]>,
    rows: Vec<Row>,
    left_out: usize,
    measures: [Measure; 5],
    report: Option<&'a Report>,
}

#[derive(Serialize)]
struct Row {
    table: String,
    index: Option<String>,
    from: Option<String>,
    to: Option<String>,
    ranges: usize,
    /// For each measure the value of each column.
    values: Vec<Vec<serde_json::Number>>,
    /// What was hot in this table: from, to, cause.
    causes: Vec<(u64, u64, &'static str)>,
}

/// Writes the page.
pub(super) fn save(path: &Path, database: &str, watched: &Watched) -> Result<(), Failure> {
    let written = page(database, watched);
    let page = written.map_err(|source| Failure::File { what: "write", path: path.to_owned(), source })?;
    put(path, page.as_bytes())
}

/// The page.
pub(super) fn page(database: &str, watched: &Watched) -> io::Result<String> {
    // Within a script, `<` must not begin a tag.
    Ok(PAGE.replacen(PLACE, &data(database, watched)?.to_string().replace('<', "\\u003c"), 1))
}

/// The map and the report of a watch.
pub(in crate::commands) fn data(database: &str, watched: &Watched) -> serde_json::Result<serde_json::Value> {
    let map = watched.heat.map(ROWS, COLUMNS);
    let causes = |path: &String| {
        let spells = watched.spells.get(path).into_iter().flatten();
        spells.map(|Spell { from_us, to_us, cause }| (from_us / 1000, to_us / 1000, cause.name())).collect()
    };
    let rows = map.rows.iter().map(|row| Row {
        table: row.table.clone(),
        index: row.index.clone(),
        from: row.from.clone(),
        to: row.to.clone(),
        ranges: row.ranges,
        values: Measure::ALL.iter().map(|&measure| row.values(measure).map(rounded).collect()).collect(),
        causes: causes(&row.path),
    });
    let data = Data {
        database,
        columns: map.columns.iter().map(|(from, to)| [from / 1000, to / 1000]).collect(),
        rows: rows.collect(),
        left_out: map.left_out,
        measures: Measure::ALL,
        report: watched.report.as_ref(),
    };
    serde_json::to_value(&data)
}

/// Three digits are enough for a colour and a tooltip.
fn rounded(value: f64) -> serde_json::Number {
    if value >= 1000.0 {
        return (value.round() as u64).into();
    }
    let rounded = format!("{value:.2}").parse().unwrap_or(0.0);
    if rounded == 0.0 { 0.into() } else { serde_json::Number::from_f64(rounded).unwrap_or_else(|| 0.into()) }
}

#[derive(Serialize)]
struct Output<'a> {
    version: u32,
    command: &'static str,
    database: &'a str,
    #[serde(flatten)]
    report: &'a Report,
    notes: &'a [String],
}

pub(super) fn json(database: &str, observed: &Observed) -> serde_json::Result<String> {
    let Observed { report, notes } = observed;
    let output = Output { version: 1, command: "hot", database, report, notes };
    serde_json::to_string_pretty(&output)
}

pub(super) fn found(report: &Report, lines: &Lines) -> Vec<Found> {
    let hot = report.tables.iter().filter(|table| table.cause.is_hot()).map(|table| one(table, lines));
    let broken = report.tables.iter().filter_map(|table| {
        let locks = table.locks.as_ref().filter(|locks| locks.much)?;
        Some(broken(table, locks, lines))
    });
    hot.chain(broken).collect()
}

fn one(table: &TableReport, lines: &Lines) -> Found {
    let mut message = format!("{}.", table.why);
    for cure in &table.cures {
        message += &format!(" {}", cure.text);
        if let Some(attribute) = &cure.attribute {
            message += &format!(" `#[ydb({attribute})]`");
        }
        if let Some(statement) = &cure.statement {
            message += &format!(" `{statement};`");
        }
    }
    let cause = serde_json::to_value(table.cause).ok();
    Found {
        // As the JSON has it.
        rule: cause.as_ref().and_then(|cause| cause.as_str()).unwrap_or_default().to_owned(),
        level: if table.over_limit { Level::Error } else { Level::Warning },
        subject: Some(subject(&table.table, table.index.as_deref())),
        message,
        place: lines.of(&table.table, table.index.as_deref()),
    }
}

fn broken(table: &TableReport, locks: &Locks, lines: &Lines) -> Found {
    let cures = locks.cures.join(" ");
    Found {
        rule: "broken_locks".to_owned(),
        level: Level::Warning,
        subject: Some(subject(&table.table, table.index.as_deref())),
        message: format!("{} of {} locks a second are broken. {cures}", locks.broken, locks.taken),
        place: lines.of(&table.table, table.index.as_deref()),
    }
}
