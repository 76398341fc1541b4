//! Reads the database, or a sample that was saved, and writes the page.

use std::path::PathBuf;

use clap::Args;
use serde_json::{Value, json};
use ydb_keys::__internal::schema::any;
use ydb_keys::Table;

use super::page::page;
use super::sample::{Sample, VERSION, saved};
use crate::commands::choice::Tables as Paths;
use crate::commands::choice::choose;
use crate::commands::connect::{Connection, Database};
use crate::commands::failure::Failure;
use crate::commands::files::put;
use crate::commands::findings::{Found, Lines, ModelFiles, Output};
use crate::commands::hot::{HotArgs, data, gather};
use crate::commands::lint::survey;
use crate::commands::queries::{Ran, all_files, by_seen, found, ran, shown, stem, summary};
use crate::commands::status::Status;
use crate::commands::streams::Streams;
use crate::commands::text::read_text;
use crate::lint::{Models, Report, Severity};
use crate::plot::{Drawing, svg};
use crate::queries::{Options, Tables, judge, named};
use crate::run::Range;

#[derive(Args, Debug)]
pub(in crate::commands) struct ReportArgs {
    /// The page; its directory must exist
    #[arg(long, value_name = "FILE")]
    pub(super) out: PathBuf,
    /// Files with queries to judge, as for `queries check`, instead of what the database has run
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(super) queries: Vec<PathBuf>,
    /// For how long the partitions are watched
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=86400))]
    pub(super) seconds: u64,
    /// Also save what was read of the database, for a page without the database
    #[arg(long, value_name = "FILE")]
    pub(super) save: Option<PathBuf>,
    /// Take what an earlier run saved, and connect to nothing
    #[arg(long, value_name = "FILE", conflicts_with_all = ["save", "connection", "below"])]
    pub(super) sample: Option<PathBuf>,
    #[command(flatten)]
    pub(super) models: ModelFiles,
    #[command(flatten)]
    pub(super) connection: Connection,
}

/// How often the partitions are read: as often as YDB renews their counters, or more often in a short watch.
const EVERY: u64 = 10;

pub(in crate::commands) fn report(
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
        judged = queries(args, &Tables { all: &tables, guessed: &[], sampled: &[], others: &[] })?;
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

type Judged = Option<Vec<Found>>;

/// Reads the database, and judges the queries by its tables.
fn live(args: &ReportArgs, models: &[&'static Table], streams: &mut Streams<'_>) -> Result<(Sample, Judged), Failure> {
    let database = Database::connect(&args.connection)?;
    let below = database.below().unwrap_or_default();
    let of_models = Models { tables: models, below };
    let survey = survey(&database, Range { below, tables: &[] }, of_models, streams)?;
    let (drawing, judged) = by_seen(&survey, |tables| {
        let lines = Lines::read(&args.models.models)?;
        let drawing = Drawing::of(tables.all, |table, column| lines.newtype(table, column));
        Ok((svg(&drawing), if models.is_empty() { queries(args, tables)? } else { None }))
    })?;
    let hot = HotArgs {
        tables: Paths { paths: Vec::new() },
        seconds: EVERY.min(args.seconds),
        by: None,
        patience: 60,
        timeout: 20,
        watch: true,
        duration: Some(args.seconds),
        html: None,
        output: Output::default(),
        models: args.models.clone(),
        connection: args.connection.clone(),
    };
    let (watched, observed) = gather(&hot, &database, |_| Ok(()))?;
    // After the watch, so that what ran in it is among them.
    let ran = if args.queries.is_empty() { by_seen(&survey, |tables| ran_by(&database, tables))? } else { Value::Null };
    let name = database.client.database();
    let json = std::io::Error::from;
    let mut heat = data(&name, &watched).map_err(json)?;
    heat["notes"] = observed.notes.into();
    let lint = serde_json::to_value(Report::of(survey, of_models, &[], Severity::Low)).map_err(json)?;
    Ok((Sample { version: VERSION, database: name, drawing, lint, heat, ran }, judged))
}

/// How many queries of the database are on the page.
const MOST: usize = 20;

/// The faults of the queries that the database has run. If they cannot be read, a note says why.
fn ran_by(database: &Database, tables: &Tables<'_>) -> Result<Value, Failure> {
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

/// The faults of the queries; `None` if there are no queries to judge.
fn queries(args: &ReportArgs, tables: &Tables<'_>) -> Result<Judged, Failure> {
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
