//! `advise`: compares primary keys on a sample of rows, and prints the best one as a model; or proposes keys and
//! indexes from the queries that a database runs.

mod input;
mod report;
mod workload;

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, thread};

use clap::{ArgGroup, Args};
use ydb_keys::YdbType;

use super::database::Access;
use super::failure::Failure;
use super::progress::{Progress, Update};
use super::rows::{RowFormat, RowsError};
use super::streams::Streams;
use crate::advise::{Advice, ArrivalError, Plan, Unreadable, Wants, WantsError, plot, type_of};
use input::{AdvisedRows, read_rows};
pub(super) use workload::{AdviceLines, LineKind, advised};
use workload::{WorkloadArgs, workload};

/// The end of the help: the grammar of a read, and examples.
const EXAMPLES: &str = "\
A read names the columns that it fixes, with commas between them. The last one may be a range: two dots after it.
Name the most frequent read first; it weighs most.

Examples:
  advise events.csv --read userid,timestamp..            the events of a user, in order of time
  advise events.csv --read timestamp.. --read userid     the latest events of all users, and those of one user
  advise orders.jsonl --id order_id --plot orders.svg
  zcat big.csv.gz | advise - --format csv --types code=Utf8,at=Datetime --read code,at..
  advise --table shop/orders --arrival created --read customer,created..
  advise --workload                                      keys and indexes for the queries that the database runs
  advise --workload --queries shop.yql --schema ddl      those for queries of files; needs no database

The rows of a file have to be in order of arrival: what grows is seen by that. In a CSV file an empty field is NULL.";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, group(ArgGroup::new("rows_of").required(true).args(["data", "table", "workload"])))]
pub(super) struct AdviseArgs {
    /// A file with rows in order of arrival, `-` for the standard input
    #[arg(value_name = "FILE", conflicts_with_all = ["table", "rows", "arrival"])]
    data: Option<PathBuf>,
    /// The path of a table of the database, instead of a file
    #[arg(long, value_name = "PATH", conflicts_with_all = ["types", "format", "delimiter"])]
    table: Option<String>,
    /// The most rows to read of the table
    #[arg(long, value_name = "N", default_value_t = 65_536, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    rows: u64,
    /// The column of the table that says in which order its rows arrived; by default a time or a growing number
    #[arg(long, value_name = "COLUMN")]
    arrival: Option<String>,
    /// The columns that a read fixes, e.g. userid,timestamp..; can be repeated, the most frequent read first
    #[arg(long = "read", value_name = "COLUMNS")]
    reads: Vec<String>,
    /// The columns that identify a row; by default a column whose values all differ
    #[arg(long, value_name = "COLUMNS")]
    id: Option<String>,
    /// Types of columns that are to be other than they look, e.g. code=Utf8,at=Datetime
    #[arg(long, value_name = "COLUMN=TYPE", value_delimiter = ',', value_parser = typed)]
    types: Vec<(String, YdbType)>,
    /// The format of the rows; by default what the file's name says
    #[arg(long, value_enum)]
    format: Option<RowFormat>,
    /// Separator of the fields of a CSV file; a tab for a name that ends with .tsv
    #[arg(long, value_name = "CHARACTER")]
    delimiter: Option<char>,
    /// The path of the table in the model; by default that of the table, or the name of the file
    #[arg(long, value_name = "PATH")]
    name: Option<String>,
    /// How many keys to print
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    keys: u32,
    /// Draw the writes of partitions over time under the best keys
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Print JSON, and nothing else
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    workload: WorkloadArgs,
    #[command(flatten)]
    access: Access,
}

/// Parses an argument of `--types`, e.g. `code=Utf8`.
fn typed(text: &str) -> Result<(String, YdbType), String> {
    let (column, ty) = text.split_once('=').ok_or("write COLUMN=TYPE, e.g. code=Utf8")?;
    match type_of(ty.trim()) {
        Some(ty) => Ok((column.trim().to_owned(), ty)),
        None => Err(format!("`{}` is not a type of YDB; there are {}", ty.trim(), names())),
    }
}

fn names() -> String {
    YdbType::PLAIN.map(|ty| ty.name()).join(", ")
}

pub(super) fn advise(args: &AdviseArgs, streams: &mut Streams<'_>) -> Result<(), Failure> {
    if args.workload.workload {
        return workload(args, streams);
    }
    let mut progress = Progress::new(&mut streams.err, streams.bars, streams.clock);
    let AdvisedRows { intake, file, table, id, remarks } = read_rows(args, streams.input, &mut progress)?;
    let table = args.name.as_deref().unwrap_or(&table);
    let id = args.id.as_ref().or(id.as_ref());
    let wants = Wants::parse(&args.reads, id.map(String::as_str), table, &intake.names()).map_err(AdviseError::from)?;
    progress.show(Update::Now { text: format!("{} rows: comparing keys", intake.rows()), rows: None });
    let mut advice = measured(Plan::new(&intake, wants));
    // Remarks on the rows come before remarks on the keys.
    advice.remarks.splice(..0, remarks);
    progress.show(Update::Done);
    drop(progress);
    if advice.ranked.is_empty() {
        let example = intake.names().into_iter().next().unwrap_or_default();
        return Err(AdviseError::NoReads { file, example }.into());
    }
    if let Some(path) = &args.plot {
        let failed = |source| Failure::File { what: "write", path: path.clone(), source };
        fs::write(path, plot(&advice)).map_err(failed)?;
    }
    if args.json {
        report::print_json(&advice, &mut streams.out)
    } else {
        report::print_page(&advice, &file, args.keys as usize, &mut streams.page())
    }
}

/// Measures all candidate keys, in parallel on all cores.
fn measured(plan: Plan<'_>) -> Advice {
    let workers = thread::available_parallelism().map_or(1, usize::from).min(plan.len().max(1));
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let candidate = next.fetch_add(1, Ordering::Relaxed);
            match plan.measure(candidate) {
                Some(measured) => done.push((candidate, measured)),
                None => return done,
            }
        }
    };
    let mut all = thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let join = |worker: thread::ScopedJoinHandle<'_, _>| {
            worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        workers.into_iter().flat_map(join).collect::<Vec<_>>()
    });
    all.sort_unstable_by_key(|(candidate, _)| *candidate);
    plan.advice(all.into_iter().map(|(_, measured)| measured).collect())
}

#[derive(Debug, thiserror::Error)]
pub(super) enum AdviseError {
    #[error(transparent)]
    Rows(#[from] RowsError),
    #[error("{file} is empty")]
    Empty { file: String },
    #[error("{file} has a header, but no rows")]
    NoRows { file: String },
    #[error("{file}, line {line}, {source}; write another type with `--types`")]
    Value { file: String, line: u64, source: Unreadable },
    #[error("--types: `{name}` is not a column of {file}; {hint}")]
    Typed { file: String, name: String, hint: String },
    #[error(transparent)]
    Arrival(#[from] ArrivalError),
    #[error("{file}, {source}")]
    Cell { file: String, source: Unreadable },
    #[error(transparent)]
    Wants(#[from] WantsError),
    #[error("{file}, query `{query}`: {why}")]
    Runs { file: String, query: String, why: String },
    #[error("{file}, {why}")]
    Statistics { file: String, why: String },
    #[error("no query reads or writes a table of the schema, so there is nothing to advise on")]
    NoWorkload,
    #[error(
        "no column of {file} identifies a row, and no read is named: pass the columns that a read fixes, e.g. `--read \
         {example}`, or those that identify a row with `--id`"
    )]
    NoReads { file: String, example: String },
}
