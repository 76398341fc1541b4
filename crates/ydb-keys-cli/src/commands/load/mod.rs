//! The command `load`: writes rows of files into a table.
//!
//! ```text
//! files ── columns (header by name, texts to values) ──> chunks ── loader ──> requests ──> acknowledged
//!                                                          └── journal: refused rows, and the state <──┘
//! ```
//!
//! A chunk of rows ends with a mark: the file, and the place in it where the next row begins. The state on disk moves
//! to a chunk's mark only when YDB has acknowledged all rows sent before that mark, and refused rows are in their file.
//! A run after a kill therefore leaves no row out. It may send some rows again; they are upserts of the same keys with
//! the same values, so each row is in the table once.

mod columns;
mod journal;
mod presplit;
mod read;

use std::panic::resume_unwind;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, sync_channel};
use std::time::Instant;
use std::{io, thread};

use clap::{Args, ValueEnum};
use ydb_keys::Table;
use ydb_keys_bulk::__internal::ValueLoader;
use ydb_keys_bulk::Connection;
use ydb_keys_migrate::__internal::counted;

use super::database::{Access, Database};
use super::failure::Failure;
use super::progress::{Progress, Update};
use super::rows::{RowFormat, RowMark, RowsError, RowsFile};
use super::streams::{Status, Streams};
use crate::lint::ModelTables;
use crate::run::LookError;
use columns::target;
use journal::{Journal, LoadProgress as At, LoadState, RefusedRow};
use read::{Chunk, read};

/// The end of the help: what is matched and checked, and examples.
const EXAMPLES: &str = "\
Columns are matched by their names. Hash columns are computed; the file need not have them. A column that the file lacks
stays as it is in rows that exist, and is NULL in new ones.

Examples:
  load shop/orders orders.csv
  load shop/orders part-*.csv --state orders.state --refused refused.jsonl
  load shop/orders orders.csv --presplit print --partitions 64
  zcat events.jsonl.gz | load events - --format jsonl";

/// Use of the split points that are computed from the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Presplit {
    /// Print the settings for CREATE TABLE, and load nothing
    Print,
    /// Create the table of the model with them if it does not exist, and load
    Create,
}

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct LoadArgs {
    /// The path of the table, relative to the database
    #[arg(value_name = "TABLE")]
    table: String,
    /// Files with rows, one after the other; `-` for the standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The format of the rows; by default what the name of each file says
    #[arg(long, value_enum)]
    format: Option<RowFormat>,
    /// Separator of the fields of a CSV file; a tab for a name that ends with .tsv
    #[arg(long, value_name = "CHARACTER")]
    delimiter: Option<char>,
    /// Text that stands for NULL in a CSV file, e.g. \N; an empty field by default
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    null: String,
    /// A column of the file to leave out; can be repeated
    #[arg(long, value_name = "COLUMN")]
    ignore: Vec<String>,
    /// Go on after a row that cannot be stored, and write it into this file with its line and the reason
    #[arg(long, value_name = "FILE.jsonl")]
    refused: Option<PathBuf>,
    /// Keep in this file how far the load is: the same command goes on from there. It is removed at the end
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Begin with as many partitions as --partitions says, for the keys of these files
    #[arg(long, value_enum, value_name = "WHAT")]
    presplit: Option<Presplit>,
    /// With --presplit: the number of partitions
    #[arg(long, value_name = "N", requires = "presplit", default_value_t = 16, value_parser = clap::value_parser!(u32).range(2..=35_000))]
    partitions: u32,
    /// The bytes at which a request is sent; by default 1 MB for a row table and 8 MB for a column table
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=50_000_000))]
    request_bytes: Option<u32>,
    /// How many requests are in flight at once; with 1, the last of several rows with one key remains
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=1000))]
    in_flight: u32,
    #[command(flatten)]
    access: Access,
}

/// Most chunks that are read ahead of the chunk being written.
const AHEAD: usize = 8;

pub(super) fn load(args: &LoadArgs, models: &[&'static Table], streams: &mut Streams<'_>) -> Result<Status, Failure> {
    if args.state.is_some() && args.files.iter().any(|path| RowsFile(path).is_stdin()) {
        return Err(LoadFailed::StateOfStream.into());
    }
    if args.presplit.is_some() && args.files.iter().any(|path| RowsFile(path).is_stdin()) {
        return Err(LoadFailed::PresplitOfStream.into());
    }
    let database = Database::open(&args.access)?;
    let path = database.relative(&args.table);
    let model = ModelTables { tables: models, below: "" }.of(&path);
    let table = match (args.presplit, target(&database, &path, models)) {
        (Some(Presplit::Print), found) => {
            let table = match model {
                Some(model) => model,
                None => found?,
            };
            return presplit::print(args, table, streams).map(|()| Status::Done);
        }
        (Some(Presplit::Create), Err(Failure::Lint(LookError::UnknownTable { .. }))) => {
            presplit::create(args, &database, model.ok_or(LoadFailed::NoModel(path.clone()))?, streams)?;
            target(&database, &path, models)?
        }
        (Some(Presplit::Create), found) => {
            let table = found?;
            writeln!(streams.out, "`{path}` exists, and keeps its partitions")?;
            table
        }
        (None, found) => found?,
    };
    let connection = database.runtime.run(database.channels())?;
    let (mut state, mut resumes) = (LoadState::default(), false);
    if let Some(path) = &args.state {
        state = LoadState::new(args, &database.client.database(), table.name)?;
        resumes = state.resume(path)?;
    }
    let from = state.at;
    if from != At::default() {
        let (file, line) = (RowsFile(&args.files[from.file.min(args.files.len() - 1)]).text(), from.mark.line);
        writeln!(streams.err, "{} rows are loaded; going on at line {line} of {file}", from.rows)?;
    }
    let journal = Journal::open(args.state.clone(), state, resumes, args.refused.clone())?;
    let begun = Instant::now();
    let acknowledged = AtomicU64::new(0);
    let (sender, chunks) = sync_channel(AHEAD);
    let mut progress = Progress::new(&mut streams.err, streams.bars, streams.clock);
    let text = format!("`{}`: rows loaded", table.name);
    let mut on_chunk = |read: u64, share: Option<f64>| {
        let done = acknowledged.load(Ordering::Relaxed);
        progress.show(match share {
            // The total number of rows is estimated from the share of bytes that were read.
            Some(share) => Update::Now { text: text.clone(), rows: Some((done, (read as f64 / share) as u64)) },
            None => Update::Now { text: format!("{text}: {done}"), rows: None },
        });
    };
    let (read, written) = thread::scope(|scope| {
        let write = || database.runtime.block_on(write(chunks, args, &connection, journal, &acknowledged));
        let writer = scope.spawn(write);
        let read = read(args, table, from, streams.input, &sender, &mut on_chunk);
        drop(sender);
        (read, writer.join().unwrap_or_else(|panic| resume_unwind(panic)))
    });
    drop(progress);
    // An error of writing comes first, then an error of reading.
    let journal = written?;
    read?;
    let done = journal.finish()?;
    let seconds = begun.elapsed().as_secs_f64();
    let now = done.rows - from.rows;
    let pace = now as f64 / seconds.max(0.001);
    let before = if from.rows > 0 { format!(", {} of them by earlier runs", from.rows) } else { String::new() };
    let rows = counted(done.rows, "row");
    writeln!(streams.out, "`{}`: {rows} loaded{before}, {seconds:.1} s, {pace:.0} a second", table.name)?;
    match &args.refused {
        Some(path) if done.refused > 0 => {
            writeln!(streams.out, "{} refused: see `{}`", counted(done.refused, "row"), path.display())?;
            Ok(Status::Differs)
        }
        _ => Ok(Status::Done),
    }
}

/// Writes chunks as requests, and records acknowledged rows in the journal. Has its own thread, so it may block while
/// it waits for chunks; requests run on the runtime's threads.
async fn write(
    chunks: Receiver<Chunk>,
    args: &LoadArgs,
    connection: &Connection,
    mut journal: Journal,
    acknowledged: &AtomicU64,
) -> Result<Journal, LoadFailed> {
    let again = match args.state {
        Some(_) => "\nhelp: run the same command again to go on after the rows that are written",
        None => "",
    };
    let stopped = |source, rows| LoadFailed::Stopped { source, rows, again };
    let bytes = args.request_bytes.map(|bytes| bytes as usize);
    let mut loader: Option<(ValueLoader, &'static Table)> = None;
    // Rows of finished loaders, and of the current one.
    let (mut finished, mut taken) = (0, 0);
    for chunk in chunks {
        let Chunk { table, rows, mut refused, file, name, mark, is_last } = chunk;
        let mut current = match loader.take() {
            Some((loader, of)) if std::ptr::eq(of, table) => loader,
            // Each file has its own columns, so it gets its own loader.
            before => {
                if let Some((mut before, _)) = before {
                    let end = before.finish().await;
                    let loaded = journal.acknowledged(finished + before.acknowledged())?;
                    end.map_err(|source| stopped(source, loaded))?;
                    (finished, taken) = (finished + taken, 0);
                }
                ValueLoader::new(connection, table).pace(bytes, Some(args.in_flight as usize))
            }
        };
        // Without a file for refused rows, the first refused row ends the load: later rows are not sent.
        let ends_at = |refused: &[RefusedRow]| match args.refused {
            Some(_) => None,
            None => refused.iter().map(|row| row.line).min(),
        };
        let (mut failed, mut end) = (None, ends_at(&refused));
        for (line, row) in rows {
            if end.is_some_and(|end| end < line) {
                break;
            }
            match current.push(row).await {
                Ok(None) => taken += 1,
                Ok(Some(reason)) => {
                    refused.push(RefusedRow { file: name.clone(), line, reason: reason.to_string() });
                    end = ends_at(&refused);
                }
                Err(error) => {
                    failed = Some(error);
                    break;
                }
            }
        }
        refused.sort_by_key(|row| row.line);
        if let Some(source) = failed {
            // Wait for the requests in flight, to know of as many rows as possible that they are written; the error is
            // the same.
            let _ = current.finish().await;
            let loaded = journal.acknowledged(finished + current.acknowledged())?;
            return Err(stopped(source, loaded));
        }
        if let Err(refused) = journal.refuse(refused) {
            let end = current.finish().await;
            let rows = journal.acknowledged(finished + current.acknowledged())?;
            return Err(match (refused, end) {
                (LoadFailed::Refused { file, line, reason }, Err(source)) => {
                    LoadFailed::RefusedAndStopped { file, line, reason, rows, source }
                }
                (refused, _) => refused,
            });
        }
        let (file, mark) = if is_last { (file + 1, RowMark::START) } else { (file, mark) };
        journal.taken(finished + taken, file, mark);
        journal.acknowledged(finished + current.acknowledged())?;
        acknowledged.store(finished + current.acknowledged(), Ordering::Relaxed);
        loader = Some((current, table));
    }
    if let Some((mut last, _)) = loader {
        let end = last.finish().await;
        let loaded = journal.acknowledged(finished + last.acknowledged())?;
        end.map_err(|source| stopped(source, loaded))?;
    }
    Ok(journal)
}

#[derive(Debug, thiserror::Error)]
pub(super) enum LoadFailed {
    #[error(transparent)]
    Rows(#[from] RowsError),
    #[error(
        "the table `{table}` has the {kind} index `{index}`, and YDB's BulkUpsert refuses such tables\n\
         help: drop the index, load, and add it again: YDB builds it from the rows"
    )]
    Indexed { table: String, kind: &'static str, index: String },
    #[error(
        "the rows of the table `{0}` have a version, which a load would not change\n\
         help: write the rows one by one with the model: `row.upsert()`"
    )]
    Versioned(String),
    #[error(
        "the table `{table}` has no layout and no rows that show how `{column}` is computed\n\
         help: load with the program over your models, which computes it"
    )]
    UnknownHash { table: String, column: String },
    #[error(
        "the table `{table}` has no model, which alone has the function of its hash\n\
         note: its layout says `{hash}`, a hash of other programs\n\
         help: load with the program over your models, which computes it"
    )]
    ForeignHash { table: String, hash: String },
    #[error("{file}: the table `{table}` has no column `{name}`; {hint}")]
    UnknownColumn { file: String, table: String, name: String, hint: String },
    #[error("--ignore: {file} has no column `{name}`")]
    NotIgnored { file: String, name: String },
    #[error("{file} lacks the column {names}, which {of}")]
    Missing { file: String, names: String, of: String },
    #[error(
        "{file}, line {line}: {reason}\n\
        help: the rows before it are loaded; correct the row, or pass `--refused FILE.jsonl` to go on without such rows"
    )]
    Refused { file: String, line: u64, reason: String },
    /// A row that cannot be stored, when a request for earlier rows has failed, too.
    #[error(
        "{file}, line {line}: {reason}\n\
        note: a request for rows before it failed, too; {}\n\
        {source}\n\
        help: remove that cause, correct the row, and load the file again: rows that are loaded twice stay as they are",
        loaded(*rows)
    )]
    RefusedAndStopped { file: String, line: u64, reason: String, rows: u64, source: ydb_keys::Error },
    #[error("--state: the standard input cannot be read again after a kill; pass a file instead")]
    StateOfStream,
    #[error("--presplit: the standard input cannot be read twice; pass a file instead")]
    PresplitOfStream,
    #[error(
        "there is no table `{0}`, and this program has no model of it\n\
         help: create it with what `--presplit print` prints for a table with the same key, or use the program over your \
         models"
    )]
    NoModel(String),
    #[error(
        "`{0}` is a column table: its partitions are not ranges of the key\n\
         help: their number is `partitioning(min = ..)` of the model, AUTO_PARTITIONING_MIN_PARTITIONS_COUNT in YQL"
    )]
    SplitOfColumns(String),
    #[error(
        "no split points for `{table}`: of {rows} rows no two have keys that a literal divides; the key begins with `{first}`\n\
         help: YDB takes integers from 0 on, texts and bools as split points. A hash in front of the key needs none"
    )]
    NoSplit { table: String, first: String, rows: u64 },
    #[error(
        "the CREATE TABLE with these split points has {bytes} bytes, but YDB's documentation allows {most}\n\
         help: pass fewer `--partitions`; YDB splits them further by size"
    )]
    LongSplit { bytes: usize, most: usize },
    #[error("`{}` is the state of another load: {what}\n\
        help: run that command again to finish it, or remove the file to load from the beginning", .path.display())]
    OtherState { path: PathBuf, what: String },
    #[error("`{}` exists, and no unfinished load wrote it\nhelp: pass another file, or remove this one", .0.display())]
    RefusedExists(PathBuf),
    #[error("cannot {what} `{}`: {source}", .path.display())]
    File { what: &'static str, path: PathBuf, source: io::Error },
    #[error("{source}\nnote: {}{again}", loaded(*rows))]
    Stopped { source: ydb_keys::Error, rows: u64, again: &'static str },
}

/// Describes the rows that are certainly loaded after a request has failed: the first rows, up to the last one that YDB
/// has acknowledged without a gap.
fn loaded(rows: u64) -> String {
    match rows {
        0 => "which rows are loaded is not known".to_owned(),
        1 => "only the first row is certainly loaded; others may be".to_owned(),
        _ => format!("only the first {rows} rows are certainly loaded; others may be"),
    }
}
