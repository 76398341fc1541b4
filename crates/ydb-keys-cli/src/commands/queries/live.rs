//! `queries live`: judges the queries that a database has run, the most expensive first.

use std::cmp::Reverse;
use std::io;
use std::time::Duration;

use clap::Args;
use serde::Serialize;

use super::{HELP, by_database, found};
use crate::commands::database::{Connection, Database};
use crate::commands::failure::Failure;
use crate::commands::findings::{FindingOutput, ShownFindings};
use crate::commands::page::{Page, Tone};
use crate::commands::streams::{Status, Streams};
use crate::parse::grouped;
use crate::queries::{JudgedQuery, Options, QueryTables, chosen_note, judge_ran};
use crate::run::OWN;
use crate::stats::{HeavyQueries, HeavyQuery, Reader, SampleScope, heaviest};

#[derive(Args, Debug)]
pub(in crate::commands) struct LiveQueries {
    /// The number of queries that are printed at most
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) limit: u32,
    /// Take a hash column for given if the columns that it is computed from are
    #[arg(long)]
    pub(super) implied_hash: bool,
    #[command(flatten)]
    pub(super) output: FindingOutput,
    #[command(flatten)]
    pub(super) connection: Connection,
}

pub(super) fn live(args: &LiveQueries, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let (all, note) = by_database(&args.connection, streams, |database, tables| {
        ran(database, tables, Options { implied_hash: args.implied_hash })
    })?;
    let ok = all.iter().all(|query| query.judged.ok);
    let worst = &all[..all.len().min(args.limit as usize)];
    let shown = ShownFindings {
        command: "queries live",
        help: HELP,
        text: &|page| print(&all, worst, note.as_deref(), page),
        json: &|| serde_json::to_string_pretty(worst),
        found: &found(None, worst.iter().map(|query| &query.judged)),
        markdown: None,
    };
    args.output.show(&shown, streams)?;
    Ok(if ok { Status::Done } else { Status::Differs })
}

fn print(all: &[Ran], shown: &[Ran], note: Option<&str>, page: &mut Page<'_>) -> io::Result<()> {
    for query in shown.iter().filter(|query| !query.judged.ok) {
        page.line(&format!("{}: {}", page.paint(Tone::Strong, &query.judged.name), query.cost()))?;
        for line in query.excerpt() {
            page.line(&format!("    {line}"))?;
        }
        for fault in &query.judged.errors {
            page.paragraph(
                "  ",
                "    ",
                &format!("{}:{} {}: {}", fault.line, fault.column, fault.rule, fault.message),
            )?;
        }
        page.line("")?;
    }
    let chosen = chosen_note(all.iter().filter(|query| query.judged.is_chosen()).count());
    for note in note.into_iter().chain(chosen.as_deref()) {
        page.paragraph("note: ", "      ", note)?;
        page.line("")?;
    }
    page.line(&summary(all))
}

/// Longest time to wait for the database's answer.
pub(in crate::commands) const PATIENCE: Duration = Duration::from_secs(60);

/// Most lines of a query that are printed.
const LINES: usize = 12;

/// Query that the database has run, with its cost.
#[derive(Serialize)]
pub(in crate::commands) struct Ran {
    #[serde(flatten)]
    pub(in crate::commands) judged: JudgedQuery,
    text: String,
    /// Number of runs; null if only the heaviest run is known, whose rows and CPU time the other fields are.
    runs: Option<u64>,
    rows: u64,
    cpu_us: u64,
}

/// Judges the queries that read these tables, the worst first. Adds a note if the numbers of runs are unknown.
pub(in crate::commands) fn ran(
    database: &Database,
    tables: &QueryTables<'_>,
    options: Options,
) -> Result<(Vec<Ran>, Option<String>), Failure> {
    let mut reader = Reader::new(&database.client, SampleScope::default(), PATIENCE);
    let HeavyQueries { all, note, .. } = database.runtime.run(heaviest(&mut reader))?;
    Ok((judged(all, options, tables), note))
}

fn judged(found: Vec<HeavyQuery>, options: Options, tables: &QueryTables<'_>) -> Vec<Ran> {
    let query = |HeavyQuery { text, runs, rows, cpu_us }| {
        let judged = judge_ran("", &text, tables, options);
        Ran { judged, text, runs, rows, cpu_us }
    };
    let reads = |query: &Ran| query.judged.sources.iter().any(|read| tables.has(&read.table));
    let found = found.into_iter().filter(|query| !is_own(&query.text));
    let mut all: Vec<Ran> = found.map(query).filter(reads).collect();
    all.sort_by_key(|query| (query.judged.ok, Reverse((query.rows, query.cpu_us))));
    for (query, number) in all.iter_mut().zip(1..) {
        if query.judged.name.is_empty() {
            query.judged.name = format!("query {number}");
        }
    }
    all
}

/// Returns `true` for a query of ydb-keys itself: it reads some rows of a table to find or check its hash, and looks at
/// the schema.
pub(in crate::commands) fn is_own(text: &str) -> bool {
    let is_of_schema = text.starts_with("SHOW CREATE TABLE ") || text.starts_with("SELECT Version()");
    is_of_schema || text.starts_with(OWN) || text.starts_with("SELECT COUNT(*) AS `rows`") && text.contains("COUNT_IF(")
}

/// Describes in a sentence how many queries have faults.
pub(in crate::commands) fn summary(all: &[Ran]) -> String {
    let faulty = all.iter().filter(|query| !query.judged.ok).count();
    let unknown = all.iter().filter(|query| query.judged.sources.iter().any(|read| read.access == "unknown")).count();
    let unknown = match unknown {
        0 => String::new(),
        1 => "; one is not understood".to_owned(),
        several => format!("; {several} are not understood"),
    };
    match (faulty, all.len()) {
        (0, 0) => "No query of the last hours reads these tables.".to_owned(),
        (0, 1) => format!("One query, no fault{unknown}."),
        (0, all) => format!("{all} queries, no fault{unknown}."),
        (1, all) if all > 1 => format!("Faults in one of {all} queries{unknown}."),
        (faulty, all) => format!("Faults in {faulty} of {all} queries{unknown}."),
    }
}

impl Ran {
    /// Returns the first lines of the query.
    pub(in crate::commands) fn excerpt(&self) -> impl Iterator<Item = &str> {
        let lines = || self.text.lines().map(str::trim_end).filter(|line| !line.is_empty());
        lines().take(LINES).chain(lines().nth(LINES).map(|_| ".."))
    }

    /// Describes the cost of a query: `1,204 runs in 6 hours read 9,632,000 rows, 12.3 s of CPU`.
    pub(in crate::commands) fn cost(&self) -> String {
        let runs = match self.runs {
            Some(1) => "one run in 6 hours".to_owned(),
            Some(runs) => format!("{} runs in 6 hours", grouped(runs as f64)),
            None => "a run".to_owned(),
        };
        let rows = if self.rows == 1 { "one row".to_owned() } else { format!("{} rows", grouped(self.rows as f64)) };
        format!("{runs} read {rows}, {} of CPU", time(self.cpu_us))
    }
}

fn time(us: u64) -> String {
    match us {
        0..1_000_000 => format!("{} ms", us.div_ceil(1000)),
        _ => format!("{}.{} s", grouped((us / 1_000_000) as f64), us / 100_000 % 10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_readable() {
        assert_eq!(
            ["0 ms", "1 ms", "1000 ms", "1.0 s", "12.3 s", "1,234.5 s"],
            [0, 10, 999_999, 1_000_000, 12_399_999, 1_234_567_890].map(time)
        );
    }
}
