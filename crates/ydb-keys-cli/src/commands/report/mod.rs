//! `report`: writes a self-contained HTML page on a database, without scripts.

mod page;

use std::path::{Path, PathBuf};

use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use ydb_keys::Table;
use ydb_keys_core::schema::any;

use super::advise::{AdviceLines, advised};
use super::database::{Connection, Database, TableNames, choose};
use super::failure::Failure;
use super::files::put;
use super::findings::{FindingOutput, Lines, ModelFiles, ReportedFinding};
use super::hot::{HotArgs, data, gather};
use super::lint::survey;
use super::queries::{Ran, all_files, by_seen, found, ran, shown, stem, summary};
use super::streams::{Status, Streams};
use super::text::read_text;
use crate::lint::{LintReport, ModelTables, Severity};
use crate::plot::{Drawing, svg};
use crate::queries::{Options, QueryTables, judge, named};
use crate::run::LookRange;
use page::page;

#[derive(Args, Debug)]
pub(super) struct ReportArgs {
    /// The page; its directory must exist
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Files with queries to judge, as for `queries check`, instead of what the database has run
    #[arg(long, value_name = "FILE", num_args = 1..)]
    queries: Vec<PathBuf>,
    /// For how long the partitions are watched
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=86400))]
    seconds: u64,
    /// Also save what was read of the database, for a page without the database
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Take what an earlier run saved, and connect to nothing
    #[arg(long, value_name = "FILE", conflicts_with_all = ["save", "connection", "below"])]
    sample: Option<PathBuf>,
    #[command(flatten)]
    models: ModelFiles,
    #[command(flatten)]
    connection: Connection,
}

/// Seconds between two reads of the partitions: YDB renews their counters as often. A short watch reads more often.
const EVERY: u64 = 10;

pub(super) fn report(
    args: &ReportArgs,
    models: &[&'static Table],
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let models = if models.is_empty() { Vec::new() } else { choose(models, &[])? };
    let (mut sample, mut judged) = match &args.sample {
        Some(file) => (saved(file)?, None),
        None => live(args, &models, streams)?,
    };
    if !models.is_empty() {
        let tables: Vec<any::Table<'_>> = models.iter().map(|table| **table).collect();
        let lines = Lines::read(&args.models.models)?;
        sample.drawing = svg(&Drawing::of(&tables, |table, column| lines.newtype(table, column)));
        judged = queries(args, &QueryTables { all: &tables, guessed: &[], sampled: &[], others: &[] })?;
    } else if args.sample.is_some() && !args.queries.is_empty() {
        return Err(Failure::NoTables);
    }
    put(&args.out, page(&sample, judged.as_deref()).as_bytes())?;
    if let Some(file) = &args.save {
        put(file, serde_json::to_string(&sample).map_err(std::io::Error::from)?.as_bytes())?;
    }
    writeln!(streams.out, "The report is in `{}`.", args.out.display())?;
    Ok(Status::Done)
}

type JudgedFiles = Option<Vec<ReportedFinding>>;

/// Reads the database, and judges the queries that it has run with its tables.
fn live(
    args: &ReportArgs,
    models: &[&'static Table],
    streams: &mut Streams<'_>,
) -> Result<(ReportSample, JudgedFiles), Failure> {
    let database = Database::connect(&args.connection)?;
    let below = database.below().unwrap_or_default();
    let of_models = ModelTables { tables: models, below };
    let survey = survey(&database, LookRange { below, tables: &[] }, of_models, streams)?;
    let (drawing, judged) = by_seen(&survey, |tables| {
        let lines = Lines::read(&args.models.models)?;
        let drawing = Drawing::of(tables.all, |table, column| lines.newtype(table, column));
        Ok((svg(&drawing), if models.is_empty() { queries(args, tables)? } else { None }))
    })?;
    let hot = HotArgs {
        tables: TableNames { paths: Vec::new() },
        seconds: EVERY.min(args.seconds),
        by: None,
        patience: 60,
        timeout: 20,
        watch: true,
        duration: Some(args.seconds),
        html: None,
        output: FindingOutput::default(),
        models: args.models.clone(),
        connection: args.connection.clone(),
    };
    let (watched, observed) = gather(&hot, &database, |_| Ok(()))?;
    // Read after the watch, so queries that ran during the watch are included.
    let (ran, advice) = if args.queries.is_empty() {
        (by_seen(&survey, |tables| ran_by(&database, tables))?, advised(&database, &survey)?)
    } else {
        (Value::Null, AdviceLines::new())
    };
    let name = database.client.database();
    let json = std::io::Error::from;
    let mut heat = data(&name, &watched).map_err(json)?;
    heat["notes"] = observed.notes.into();
    let lint = serde_json::to_value(LintReport::of(survey, of_models, &[], Severity::Low)).map_err(json)?;
    Ok((ReportSample { version: VERSION, database: name, drawing, lint, heat, ran, advice }, judged))
}

/// Most queries of the database on the page.
const MOST: usize = 20;

/// Returns the faults of queries that the database has run, as JSON. If they cannot be read, a note gives the reason.
fn ran_by(database: &Database, tables: &QueryTables<'_>) -> Result<Value, Failure> {
    let (all, note) = match ran(database, tables, Options::default()) {
        Ok(found) => found,
        Err(Failure::Stats(error)) => {
            let note = format!("the queries that the database has run cannot be read: {error}");
            return Ok(json!({ "queries": [], "notes": [note] }));
        }
        Err(failure) => return Err(failure),
    };
    let worst = all.iter().filter(|query| !query.judged.ok).take(MOST);
    let query = |query: &Ran| {
        let text = query.excerpt().collect::<Vec<_>>().join("\n");
        json!({ "name": query.judged.name, "cost": query.cost(), "text": text, "errors": query.judged.errors })
    };
    let notes: Vec<String> = Some(summary(&all)).into_iter().chain(note).collect();
    Ok(json!({ "queries": worst.map(query).collect::<Vec<_>>(), "notes": notes }))
}

/// Judges the queries of `--queries`; returns `None` if there are none.
fn queries(args: &ReportArgs, tables: &QueryTables<'_>) -> Result<JudgedFiles, Failure> {
    if args.queries.is_empty() {
        return Ok(None);
    }
    let mut all = Vec::new();
    for path in all_files(&args.queries)? {
        let text = read_text(&path)?;
        for query in named(&stem(&path), &text) {
            let judged = judge(&query, tables, Options::default());
            all.extend(found(Some(&shown(&path)), [&judged]));
        }
    }
    Ok(Some(all))
}

/// Data of a database that the page is made of, as `--save` writes it.
#[derive(Debug, Default, Deserialize, Serialize)]
struct ReportSample {
    version: u32,
    database: String,
    /// Drawing of the tables, as SVG.
    drawing: String,
    /// Output of `lint --json`.
    lint: Value,
    /// Heat map with the report of `hot`.
    heat: Value,
    /// Faults of the queries that the database has run; null if they were not read.
    #[serde(default)]
    ran: Value,
    /// Proposals of keys and indexes; empty if the queries were not read.
    #[serde(default)]
    advice: AdviceLines,
}

const VERSION: u32 = 1;

/// Reads the data that `--save` has written into a file.
fn saved(file: &Path) -> Result<ReportSample, Failure> {
    let text = read_text(file)?;
    let bad = |why: String| Failure::BadSample { file: file.to_owned(), why };
    let sample: ReportSample = serde_json::from_str(&text).map_err(|error| bad(error.to_string()))?;
    match sample.version {
        VERSION => Ok(sample),
        other => Err(bad(format!("its version is {other}, and this program knows {VERSION}"))),
    }
}
