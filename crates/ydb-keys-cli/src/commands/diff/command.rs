//! Runs `diff`.

use std::collections::BTreeMap;

use ydb_keys::Table;
use ydb_keys_migrate::__internal::{Rehearsed, rehearse};
use ydb_keys_migrate::{Plan, Step};

use super::args::Diff;
use super::formats::{self, found, json, markdown};
use super::migrations::write;
use super::queries::changed;
use super::review::Review;
use crate::commands::database::{Database, choose};
use crate::commands::failure::Failure;
use crate::commands::findings::{Output, Shown};
use crate::commands::queries::by_database;
use crate::commands::streams::{Status, Streams};
use crate::cost::{CostBasis, Rates, cost};
use crate::queries::QueryTables;
use crate::run::{LookError, counters};

pub(in crate::commands) fn diff(
    args: &Diff,
    tables: &[&'static Table],
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let tables = choose(tables, &args.tables.paths)?;
    let format = match (args.format.kind(), &args.out) {
        (Ok(_), Some(_)) => return Err(Failure::FormatOfPrint(args.format.to_string())),
        (Err(_), None) => return Err(Failure::FormatOfFiles(args.format.to_string())),
        (format, _) => format,
    };
    let review = match args.queries.is_empty() {
        true => review(args, &tables, &Database::connect(&args.connection)?, None)?,
        false => {
            let judged =
                by_database(&args.connection, streams, |database, live| review(args, &tables, database, Some(live)));
            match judged {
                // All tables are new.
                Err(Failure::Lint(error)) if matches!(*error, LookError::NoTables(_) | LookError::NoDirectory(_)) => {
                    review(
                        args,
                        &tables,
                        &Database::connect(&args.connection)?,
                        Some(&QueryTables { all: &[], guessed: &[], sampled: &[], others: &[] }),
                    )?
                }
                judged => judged?,
            }
        }
    };
    match (format, &args.out) {
        (Err(format), Some(directory)) => write(&review.plan, format, args.allow_destructive, directory, streams)?,
        (format, _) => {
            let output = Output { format: format.unwrap_or_default(), json: args.json, also: args.also.clone() };
            let shown = Shown {
                command: "diff",
                help: ydb_keys_core::__chapter!("migrations"),
                text: &|page| formats::print_plan(&review, page),
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
    // Without the right to read the statistics, rows are unknown; everything else is not.
    let statistics = has_cost.then(|| database.runtime.run(|_| counters(&database.client), |_| ()).ok());
    let rates = args.rehearse.map_or(Ok(BTreeMap::new()), |rows| rehearsed(&plan, database, rows))?;
    let below = database.below().unwrap_or_default();
    let queries = live.map(|live| changed(&args.queries, live, tables, below)).transpose()?;
    Ok(Review { plan, statistics, rates, queries })
}

/// The rates of the tables whose rows the plan goes through, as a rehearsal measures them.
fn rehearsed(plan: &Plan, database: &Database, rows: u64) -> Result<BTreeMap<String, Rates>, Failure> {
    let mut rates = BTreeMap::new();
    for table in &plan.tables {
        let goes_through = |step: &Step| cost(table, step, &CostBasis::default()).touched.rate.is_some();
        if table.rekey.is_none() && !table.steps.iter().any(goes_through) {
            continue;
        }
        let (client, path) = (&database.client, table.path.as_str());
        let measured = database.runtime.run(|_| rehearse(client, table.table, path, rows), |_| ())?;
        if let Some(Rehearsed { pages, build, .. }) = measured {
            rates.insert(table.path.clone(), Rates::measured(pages, build));
        }
    }
    Ok(rates)
}
