//! `advise --workload`: proposes keys and indexes from the queries that a database runs, or from those of files.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{AdviseArgs, AdviseError};
use crate::commands::database::Database;
use crate::commands::failure::Failure;
use crate::commands::lint::survey;
use crate::commands::page::{Page, Tone};
use crate::commands::queries::{PATIENCE, all_files, by_seen, by_shapes, is_own, shown, sources, stem};
use crate::commands::streams::Streams;
use crate::commands::text::read_text;
use crate::lint::{ModelTables, Survey};
use crate::queries::{Described, QueryTables, is_blank, named, schema};
use crate::run::{LookRange, SAMPLED_ROWS, statistics};
use crate::stats::{HeavyQueries, HeavyQuery, Reader, SampleScope, heaviest};
use crate::workload::{
    Cost, Proposal, QueryChange, Rewrite, RunQuery, Statistics, WorkloadAdvice, advise, count, grouped, rate, runs_of,
    statistics_of,
};

#[derive(Args, Debug)]
pub(super) struct WorkloadArgs {
    /// Propose keys and indexes from the queries that the database has run
    #[arg(long)]
    pub(super) workload: bool,
    /// Files with queries, each with its runs (`-- runs: 1200/s`), instead of what the database has run
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "workload")]
    queries: Vec<PathBuf>,
    /// A directory with the CREATE TABLE statements and their statistics, instead of a database
    #[arg(long, value_name = "DIR", requires = "queries")]
    schema: Option<PathBuf>,
    /// The most queries to judge, those that read most first
    #[arg(long, value_name = "N", default_value_t = 200, requires = "workload", value_parser = clap::value_parser!(u32).range(1..))]
    top: u32,
    /// How long to measure the writes to each partition; 0 takes the totals since the partition was started
    #[arg(long, value_name = "SECONDS", default_value_t = 10, requires = "workload", value_parser = clap::value_parser!(u64).range(0..=3600))]
    seconds: u64,
    /// Print Markdown, for an issue or a pull request
    #[arg(long, conflicts_with = "json", requires = "workload")]
    markdown: bool,
}

/// Runs in a second of a query whose frequency is not known.
const UNKNOWN_RUNS: f64 = 1.0 / 3600.0;

/// Most queries that are judged, and seconds of the watch, for a page.
const TOP: usize = 200;
const SHORT: u64 = 0;

/// Rows and partitions of a table without statistics.
const UNKNOWN_ROWS: f64 = 1e6;
const UNKNOWN_PARTITIONS: f64 = 10.0;

pub(super) fn workload(args: &AdviseArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let own = &args.workload;
    let (mut queries, unsaid) = read_queries(&own.queries)?;
    queries = grouped(queries);
    queries.truncate(own.top as usize);
    let (advice, mut notes) = match &own.schema {
        Some(directory) => (of_files(directory, &queries)?, Vec::new()),
        None => {
            let database = Database::open(&args.access)?;
            let (range, models) = (LookRange { below: "", tables: &[] }, ModelTables { tables: &[], below: "" });
            let survey = survey(&database, range, models, streams)?;
            of_database(&database, &survey, queries, (own.top as usize, own.seconds))?
        }
    };
    if unsaid > 0 {
        let queries = if unsaid == 1 { "one query has".to_owned() } else { format!("{unsaid} queries have") };
        notes.push(format!("{queries} no `-- runs:`: one run a second is assumed"));
    }
    if advice.queries == 0 && advice.not_understood.is_empty() {
        return Err(AdviseError::NoWorkload.into());
    }
    if args.json {
        let report = json!({ "version": 1, "command": "advise --workload", "notes": notes, "advice": advice });
        serde_json::to_writer_pretty(&mut streams.out, &report).map_err(io::Error::from)?;
        writeln!(streams.out)?;
    } else if own.markdown {
        write!(streams.out, "{}", markdown(&lines(&advice, &notes)))?;
    } else {
        print(&lines(&advice, &notes), &mut streams.page())?;
    }
    Ok(())
}

/// Reads the queries of files, with their runs, those that run most first. A query without runs counts as one run a
/// second; their number is returned.
fn read_queries(files: &[PathBuf]) -> Result<(Vec<RunQuery>, usize), Failure> {
    let (mut found, mut unsaid) = (Vec::new(), 0);
    for path in all_files(files)? {
        let text = read_text(&path)?;
        for query in named(&stem(&path), &text) {
            let runs = runs_of(query.text).map_err(|why| AdviseError::Runs {
                file: shown(&path),
                query: query.name.to_owned(),
                why,
            })?;
            unsaid += usize::from(runs.is_none());
            let (name, text) = (query.name.to_owned(), query.text.to_owned());
            found.push(RunQuery { name, text, runs: runs.unwrap_or(1.0), rows: None });
        }
    }
    found.retain(|query: &RunQuery| !is_blank(&query.text));
    if found.is_empty() && !files.is_empty() {
        return Err(Failure::NoQueries);
    }
    found.sort_by(|one: &RunQuery, other| other.runs.total_cmp(&one.runs));
    Ok((found, unsaid))
}

/// Advises on the tables of a directory with DDL.
fn of_files(directory: &std::path::Path, queries: &[RunQuery]) -> Result<WorkloadAdvice, Failure> {
    let (mut ddl, mut known) = (Vec::new(), BTreeMap::new());
    for path in sources(directory)? {
        let text = read_text(&path)?;
        let of = statistics_of(&text).map_err(|why| AdviseError::Statistics { file: shown(&path), why })?;
        known.extend(of);
        ddl.push((shown(&path), text));
    }
    let described = schema(&ddl, None).map_err(Failure::Ddl)?;
    if described.tables.is_empty() {
        return Err(Failure::NoDdl(directory.to_owned()));
    }
    let guessed: Vec<&str> = described.tables.iter().filter(|table| table.is_guessed()).map(Described::path).collect();
    let shapes: Vec<_> = described.tables.iter().map(Described::shape).collect();
    by_shapes(&shapes, (&guessed, &[]), &described.others, |tables| {
        Ok(advise(queries, tables, &of_tables(tables, &mut known)))
    })
}

/// Returns the statistics of tables, in their order. A table without any gets a size that is guessed.
fn of_tables(tables: &QueryTables<'_>, known: &mut BTreeMap<String, Statistics>) -> Vec<Statistics> {
    let mut of = |name: &str| {
        let mut found = known.remove(name).unwrap_or_default();
        if found.rows == 0.0 {
            found.rows = UNKNOWN_ROWS;
            found
                .doubts
                .push(format!("the number of rows of `{name}` is not known: {} are assumed", count(UNKNOWN_ROWS)));
        }
        if found.partitions == 0.0 {
            found.partitions = UNKNOWN_PARTITIONS;
        }
        found
    };
    tables.all.iter().map(|table| of(table.name)).collect()
}

/// Advises on the tables of a database: by these queries, or by those that it has run. Returns notes on what was read.
fn of_database(
    database: &Database,
    survey: &Survey,
    mut queries: Vec<RunQuery>,
    (top, seconds): (usize, u64),
) -> Result<(WorkloadAdvice, Vec<String>), Failure> {
    let mut reader = Reader::new(&database.client, SampleScope::default(), PATIENCE);
    let mut notes = Vec::new();
    if queries.is_empty() {
        let found = database.runtime.run(heaviest(&mut reader))?;
        notes.extend(found.note.clone());
        queries = ran(found, top, &mut notes);
    }
    by_seen(survey, |tables| {
        let is_used = |name: &str| queries.iter().any(|query| uses(&query.text, name));
        let used: Vec<String> =
            tables.all.iter().map(|table| table.name).filter(|name| is_used(name)).map(str::to_owned).collect();
        notes.push(format!(
            "read from `.sys`: the queries and the partitions, a question a second; the first {} rows of {}",
            count(SAMPLED_ROWS as f64),
            if used.len() == 1 { "one table".to_owned() } else { format!("{} tables", used.len()) }
        ));
        let (reader, between) = (&mut reader, Duration::from_secs(seconds));
        let found = database.runtime.run(statistics(&database.client, reader, &used, between));
        Ok((advise(&queries, tables, &of_tables(tables, &mut found?)), notes))
    })
}

/// Returns `true` if the text has the last part of a table's path.
fn uses(text: &str, table: &str) -> bool {
    text.contains(table.rsplit('/').next().unwrap_or(table))
}

/// Returns the queries of the application, by shape; those with the greatest number of rows come first.
fn ran(found: HeavyQueries, top: usize, notes: &mut Vec<String>) -> Vec<RunQuery> {
    let seconds = found.seconds.max(60.0);
    let is_application = |query: &HeavyQuery| !is_own(&query.text) && !query.text.contains(".sys/");
    let query = |HeavyQuery { text, runs, rows, .. }: HeavyQuery| RunQuery {
        name: String::new(),
        text,
        runs: runs.map_or(UNKNOWN_RUNS, |runs| runs as f64 / seconds),
        rows: Some(rows as f64 / runs.unwrap_or(1).max(1) as f64),
    };
    let mut all = grouped(found.all.into_iter().filter(is_application).map(query).collect());
    all.sort_by(|one, other| {
        let rows = |query: &RunQuery| query.runs * (query.rows.unwrap_or(0.0) + 1.0);
        rows(other).total_cmp(&rows(one))
    });
    if all.len() > top {
        notes.push(format!("{} of {} queries are judged, those that read most; --top changes that", top, all.len()));
        all.truncate(top);
    }
    for (query, number) in all.iter_mut().zip(1..) {
        let line = query.text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with("--"));
        let start: String = line.unwrap_or_default().chars().take(60).collect();
        query.name = format!("query {number} ({start} ..)");
    }
    all
}

/// Meaning of a line of the advice.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq, Serialize)]
pub(in crate::commands) enum LineKind {
    Text,
    Title,
    Item,
    Code,
}

/// Lines of the advice, from which each format is made.
pub(in crate::commands) type AdviceLines = Vec<(LineKind, String)>;

fn lines(advice: &WorkloadAdvice, notes: &[String]) -> AdviceLines {
    use LineKind::{Code, Item, Text, Title};
    let units = "Units are an estimate of this program: 1 for a row that is read, 5 for a partition that is read, 5 for a row \
                 that is written, and 20 more if it goes to a hot spot, the end of a key where one partition gets all new rows.";
    let mut all = vec![(Text, format!("{} {units}", head(advice)))];
    for (proposal, number) in advice.proposals.iter().zip(1..) {
        let first = if number > 1 { ", after those before it" } else { "" };
        all.push((Title, format!("{number}. {}: {}{first}", proposal.change, saved(proposal, advice.before))));
        let is_seen = |change: &&QueryChange| amount(change.before) != amount(change.after);
        all.extend(proposal.queries.iter().filter(is_seen).map(|change| (Item, query(change))));
        let pinned: BTreeSet<String> = proposal
            .queries
            .iter()
            .filter(|change| !change.pinned.is_empty())
            .map(|change| format!("`{}` in {}", change.pinned.join("`, `"), change.name))
            .collect();
        if !pinned.is_empty() {
            let all_pinned = pinned.into_iter().collect::<Vec<_>>().join("; ");
            all.push((Item, format!("write {all_pinned}: YDB does not use the index unless the query names it")));
        }
        let word = if proposal.is_dropped { "delete from the model" } else { "in the model" };
        all.push((Item, format!("{word}: `#[ydb({})]`", proposal.attribute)));
        all.push((Item, format!("the change: {}", proposal.effort)));
        all.extend(proposal.doubts.iter().map(|doubt| (Item, format!("check first: {doubt}"))));
        let texts = proposal.texts.iter().map(|text| text.trim());
        let code: Vec<&str> = proposal.statements.iter().map(String::as_str).chain(texts).collect();
        all.extend((!code.is_empty()).then(|| (Code, code.join("\n"))));
    }
    for Rewrite { name, reason, text, before, after, .. } in &advice.rewrites {
        all.push((Title, format!("{name}: {reason}")));
        if let Some(text) = text {
            all.push((Item, format!("{} -> {} a run, as", amount(*before), amount(*after))));
            all.push((Code, text.trim().to_owned()));
        }
    }
    let unclear = advice.not_understood.iter().map(|text| (Text, format!("skipped: {text}")));
    let misjudged = advice.misjudged.iter().map(|text| (Text, format!("check first: {text}")));
    all.extend(unclear.chain(misjudged).chain(notes.iter().map(|note| (Text, format!("note: {note}")))));
    all
}

fn print(lines: &AdviceLines, page: &mut Page<'_>) -> io::Result<()> {
    let mut before = LineKind::Text;
    for (kind, text) in lines {
        if *kind == LineKind::Title || *kind == LineKind::Text && before != LineKind::Text {
            page.line("")?;
        }
        before = *kind;
        match kind {
            LineKind::Text => page.paragraph("", "  ", text)?,
            LineKind::Title => page.paragraph("", "   ", &page.paint(Tone::Strong, text))?,
            LineKind::Item => page.paragraph("   - ", "     ", text)?,
            LineKind::Code => text.lines().try_for_each(|line| page.line(&format!("     {line}")))?,
        }
    }
    Ok(())
}

fn markdown(lines: &AdviceLines) -> String {
    let line = |(kind, text): &(LineKind, String)| match kind {
        LineKind::Text => format!("\n{text}\n"),
        LineKind::Title => format!("\n### {text}\n\n"),
        LineKind::Item => format!("- {text}\n"),
        LineKind::Code => format!("\n```sql\n{text}\n```\n"),
    };
    lines.iter().map(line).collect::<String>().trim_start().to_owned()
}

/// Describes the cost of all queries, and what the proposals make of it.
fn head(advice: &WorkloadAdvice) -> String {
    let queries =
        if advice.queries == 1 { "One query costs".to_owned() } else { format!("{} queries cost", advice.queries) };
    let before = format!("{queries} {} units a second: {}.", count(advice.before.total()), amount(advice.before));
    let after = || format!("{} units a second: {}", count(advice.after.total()), amount(advice.after));
    match (advice.proposals.len(), advice.rewrites.iter().any(|rewrite| rewrite.text.is_some())) {
        (0, false) => format!("{before} No change of a key or an index saves a twentieth of it."),
        (0, true) => format!("{before} With the texts below it is {}.", after()),
        (1, _) => format!("{before} With the change below it is {}.", after()),
        (several, _) => format!("{before} With the {several} changes below it is {}.", after()),
    }
}

/// Describes the parts of a cost, without those that are zero.
fn amount(cost: Cost) -> String {
    let parts = [
        (cost.rows, "row read", "rows read"),
        (cost.partitions, "partition read", "partitions read"),
        (cost.writes, "row written", "rows written"),
        (cost.hot, "of it to a hot spot", "of them to a hot spot"),
    ];
    let shown = parts.iter().filter(|(number, ..)| *number >= 0.005).map(|(number, one, several)| {
        let number = count(*number);
        format!("{number} {}", if number == "1" { one } else { several })
    });
    let all: Vec<String> = shown.collect();
    if all.is_empty() { "nothing".to_owned() } else { all.join(", ") }
}

fn saved(proposal: &Proposal, all: Cost) -> String {
    let saved = proposal.before.total() - proposal.after.total();
    let share = saved / all.total().max(f64::MIN_POSITIVE) * 100.0;
    format!("saves {} units a second ({share:.0} % of the total)", count(saved))
}

fn query(change: &QueryChange) -> String {
    let worse = if change.after.total() > change.before.total() { "costs more: " } else { "" };
    let reads = if change.reads_before == change.reads_after {
        change.reads_after.clone()
    } else {
        format!("{} -> {}", change.reads_before, change.reads_after)
    };
    let reads = if reads.is_empty() { String::new() } else { format!("{reads}; ") };
    format!(
        "{worse}{}, {}: {reads}a run: {} -> {}",
        change.name,
        rate(change.runs),
        amount(change.before),
        amount(change.after)
    )
}

/// Returns the proposals for a database, for a page. If they cannot be made, a line gives the reason.
pub(in crate::commands) fn advised(database: &Database, survey: &Survey) -> Result<AdviceLines, Failure> {
    match of_database(database, survey, Vec::new(), (TOP, SHORT)) {
        Ok((advice, notes)) => Ok(lines(&advice, &notes)),
        Err(Failure::Stats(error)) => {
            Ok(vec![(LineKind::Text, format!("the queries that the database has run cannot be read: {error}"))])
        }
        Err(failure) => Err(failure),
    }
}
