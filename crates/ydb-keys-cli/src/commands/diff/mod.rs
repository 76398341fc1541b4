//! `diff`: compares a database with the models, and prints the plan, its cost and the queries that it breaks; or writes
//! the plan's statements as migrations.

mod formats;
mod migrations;
mod queries;

use std::collections::BTreeMap;
use std::path::PathBuf;

use clap::Args;
use clap::builder::ArgPredicate;
use ydb_keys::{MigrationFormat, Table};
use ydb_keys_migrate::__internal::{Rehearsed, rehearse};
use ydb_keys_migrate::{Plan, Step, TablePlan};

use super::database::{Choices, Connection, Database, TableNames, choose, one_of};
use super::failure::Failure;
use super::findings::{AlsoFile, FindingFormat, FindingOutput, ModelFiles, ShownFindings};
use super::queries::by_database;
use super::streams::{Status, Streams};
use crate::cost::{Cost, CostBasis, Rates, copy, cost};
use crate::lint::AllCounters;
use crate::queries::QueryTables;
use crate::run::{LookError, counters};
use formats::{found, json, markdown, print_plan};
use migrations::write;
use queries::{ChangedQuery, changed};

#[derive(Args, Debug)]
pub(super) struct Diff {
    #[command(flatten)]
    tables: TableNames,
    /// How the plan is printed: text, json, markdown, github or sarif. With --out, the migration tool that the files are
    /// for: goose, flyway or plain
    #[arg(
        long,
        value_parser = one_of(FORMATS),
        hide_possible_values = true,
        default_value_if("out", ArgPredicate::IsPresent, "goose"),
        default_value = "text"
    )]
    format: Result<FindingFormat, MigrationFormat>,
    /// Print the plan as JSON, and nothing else: the same as --format json
    #[arg(long, conflicts_with_all = ["out", "format"])]
    json: bool,
    /// Also write the plan into a file, e.g. markdown=plan.md; can be repeated
    #[arg(long, value_name = "FORMAT=FILE", conflicts_with = "out")]
    also: Vec<AlsoFile>,
    /// Also say of each step what it costs: rows, minutes, locks, old programs, the way back; and the order of deployment
    #[arg(long, conflicts_with = "out")]
    cost: bool,
    /// Measure the rates for --cost: copy so many rows of each table into `..__ydb_keys_rehearsal`, build its new indexes
    /// there, and drop it
    #[arg(long, value_name = "ROWS", conflicts_with = "out", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    rehearse: Option<u64>,
    /// Also judge the queries of files, as `queries check` does: which of them break or become scans with this change
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "out")]
    queries: Vec<PathBuf>,
    #[command(flatten)]
    models: ModelFiles,
    /// Write one file for each statement into this directory, numbered after the files in it, instead of printing
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Also write statements that lose rows, values or an index, which are comments otherwise
    #[arg(long, requires = "out")]
    allow_destructive: bool,
    #[command(flatten)]
    connection: Connection,
}

/// Formats of the printed plan, and the migration tools that files are written for.
const FORMATS: Choices<Result<FindingFormat, MigrationFormat>, 8> = [
    ("text", "", Ok(FindingFormat::Text)),
    ("json", "", Ok(FindingFormat::Json)),
    ("markdown", "", Ok(FindingFormat::Markdown)),
    ("github", "", Ok(FindingFormat::Github)),
    ("sarif", "", Ok(FindingFormat::Sarif)),
    ("goose", "", Err(MigrationFormat::Goose)),
    ("flyway", "", Err(MigrationFormat::Flyway)),
    ("plain", "", Err(MigrationFormat::Plain)),
];

pub(super) fn diff(args: &Diff, tables: &[&'static Table], streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let tables = choose(tables, &args.tables.paths)?;
    let name = FORMATS.iter().find(|(.., format)| *format == args.format).map_or("", |(name, ..)| name);
    match (args.format, &args.out) {
        (Ok(_), Some(_)) => return Err(Failure::FormatOfPrint(name)),
        (Err(_), None) => return Err(Failure::FormatOfFiles(name)),
        _ => {}
    }
    let review = if args.queries.is_empty() {
        review(args, &tables, &Database::connect(&args.connection)?, None)?
    } else {
        let judged =
            by_database(&args.connection, streams, |database, live| review(args, &tables, database, Some(live)));
        match judged {
            // Without a table or directory in the database, all tables of the models are new.
            Err(Failure::Lint(LookError::NoTables(_) | LookError::NoDirectory(_))) => review(
                args,
                &tables,
                &Database::connect(&args.connection)?,
                Some(&QueryTables { all: &[], guessed: &[], sampled: &[], others: &[] }),
            )?,
            judged => judged?,
        }
    };
    match (args.format, &args.out) {
        (Err(format), Some(directory)) => write(&review.plan, format, args.allow_destructive, directory, streams)?,
        (format, _) => {
            let output = FindingOutput { format: format.unwrap_or_default(), json: args.json, also: args.also.clone() };
            let shown = ShownFindings {
                command: "diff",
                help: ydb_keys_core::__chapter!("migrations"),
                text: &|page| print_plan(&review, page),
                json: &|| json(&review),
                found: &found(&review, &output.lines(&args.models)?),
                markdown: Some(markdown(&review)),
            };
            output.show(&shown, streams)?;
        }
    }
    Ok(if review.plan.is_in_step() { Status::Done } else { Status::Differs })
}

fn review(
    args: &Diff,
    tables: &[&'static Table],
    database: &Database,
    live: Option<&QueryTables<'_>>,
) -> Result<Review, Failure> {
    let plan = database.plan(tables)?;
    let has_cost = args.cost || args.rehearse.is_some();
    // Without the right to read the statistics, only the numbers of rows are unknown.
    let statistics = has_cost.then(|| database.runtime.run(counters(&database.client)).ok());
    let rates = args.rehearse.map_or(Ok(BTreeMap::new()), |rows| rehearsed(&plan, database, rows))?;
    let below = database.below().unwrap_or_default();
    let queries = live.map(|live| changed(&args.queries, live, tables, below)).transpose()?;
    Ok(Review { plan, statistics, rates, queries })
}

/// Measures rates by a rehearsal, for each table whose rows the plan goes through. Returns them by the tables' paths.
fn rehearsed(plan: &Plan, database: &Database, rows: u64) -> Result<BTreeMap<String, Rates>, Failure> {
    let mut rates = BTreeMap::new();
    for table in &plan.tables {
        let goes_through = |step: &Step| cost(table, step, &CostBasis::default()).touched.rate.is_some();
        if table.rekey.is_none() && !table.steps.iter().any(goes_through) {
            continue;
        }
        let (client, path) = (&database.client, table.path.as_str());
        let measured = database.runtime.run(rehearse(client, table.table, path, rows))?;
        if let Some(Rehearsed { pages, build, .. }) = measured {
            rates.insert(table.path.clone(), Rates::measured(pages, build));
        }
    }
    Ok(rates)
}

/// Plan with its costs and with the queries that it breaks.
struct Review {
    plan: Plan,
    /// `None` unless costs are wanted; `Some(None)` if the statistics cannot be read.
    statistics: Option<Option<AllCounters>>,
    /// Rates that a rehearsal has measured, by the paths of the tables.
    rates: BTreeMap<String, Rates>,
    /// Queries that the plan breaks; `None` if there were no queries to judge.
    queries: Option<Vec<ChangedQuery>>,
}

impl Review {
    /// Returns the cost of a step, or without a step of the table's copy. Returns `None` unless costs are wanted.
    fn cost(&self, table: &TablePlan, step: Option<&Step>) -> Option<Cost> {
        self.statistics.as_ref().map(|_| self.judged(table, step))
    }

    /// Computes the cost of a step, or without a step of the table's copy, even if costs are not wanted.
    fn judged(&self, table: &TablePlan, step: Option<&Step>) -> Cost {
        let counters = self.statistics.as_ref().and_then(Option::as_ref).and_then(|all| all.of_table(&table.path));
        let known = CostBasis { counters, rates: self.rates.get(&table.path).copied().unwrap_or_default() };
        match step {
            Some(step) => cost(table, step, &known),
            None => copy(table, &known),
        }
    }
}
