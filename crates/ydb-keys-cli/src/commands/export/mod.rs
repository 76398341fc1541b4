//! The command `export`: writes a table into files, from which `load` reads the same rows.
//!
//! ```text
//! table ── parts, between partitions ──> rows in the order of the key ── files of about 100 MB ──> DIR/orders-000-00000.csv
//!                                                                          └── state: whole files of each part
//! ```
//!
//! A file's name ends with `.part` until the whole export is done, so `load DIR/*.csv` never finds half a table. The
//! state on disk names a file only when all of the file is on disk. After a kill, the next run continues each part
//! after the last row of its last complete file, and writes the following file anew. Each row that stays in the table
//! is thus in exactly one file.

mod state;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use clap::{Args, ValueEnum as _};
use futures_util::future::BoxFuture;
use futures_util::{StreamExt as _, TryStreamExt as _, stream};
use ydb_keys::Table;
use ydb_keys_bulk::__internal::{Key, ValueExport, ValueStream};
use ydb_keys_migrate::__internal::counted;

use super::database::{Access, Database};
use super::failure::Failure;
use super::files::list;
use super::progress::{Reporter, Update};
use super::rows::{RowFormat, Sink, sink};
use super::streams::{Status, Streams};
use state::{ExportIdentity, ExportState, ExportTarget, target};

/// The end of the help: what is in the files, and examples.
const EXAMPLES: &str = "\
`load` reads the files back as the same rows. In CSV, NULL is an empty field and an empty string is \"\"; bytes that are
not text are `\\x` and hexadecimal digits. Hash columns and buckets are left out if the layout of the table or a model
says how they are computed: `load` computes them.

Examples:
  export shop/orders --out orders
  export shop/orders --out orders --format parquet --state orders.state
  load archive/orders orders/*.csv";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct ExportArgs {
    /// The path of the table, relative to the database
    #[arg(value_name = "TABLE")]
    table: String,
    /// The directory of the files; it is made if it does not exist
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The format of the files
    #[arg(long, value_enum, default_value = "csv")]
    format: RowFormat,
    /// A column to leave out; can be repeated
    #[arg(long, value_name = "COLUMN")]
    ignore: Vec<String>,
    /// Also write hash columns and buckets, for tools that do not compute them
    #[arg(long)]
    computed: bool,
    /// How many parts of the table are read at once; fewer if it has fewer partitions
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=999))]
    streams: u32,
    /// The size at which another file begins
    #[arg(long, value_name = "MB", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    file_mb: u64,
    /// Keep in this file how far the export is: the same command goes on from there. It is removed at the end
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    #[command(flatten)]
    access: Access,
}

#[derive(Debug, thiserror::Error)]
pub(super) enum ExportFailed {
    #[error("the table `{table}` has no column `{name}`{hint}")]
    NoColumn { table: String, name: String, hint: String },
    #[error("`--ignore` names all columns of the table `{0}`")]
    NoColumns(String),
    #[error(
        "the column `{name}` of the table `{table}` is of type {ty}, which `load` cannot read back\n\
         help: `--ignore {name}` leaves it out"
    )]
    Untyped { table: String, name: String, ty: String },
    #[error(
        "the key of the table `{table}` has the column `{name}` of type {ty}, by which rows cannot be read in parts"
    )]
    UntypedKey { table: String, name: String, ty: String },
    #[error(
        "`{}` has files of this table already, e.g. `{example}`; nothing was overwritten\n\
         help: name another directory, or remove them; with the `--state` of the export that wrote them it goes on",
        .directory.display()
    )]
    Exists { directory: PathBuf, example: String },
    #[error("`{}` is the state of another export: {what}\n\
        help: run that command again to finish it, or remove the file and what it wrote to begin anew", .path.display())]
    OtherState { path: PathBuf, what: String },
    #[error(
        "an earlier run has written `{}`, which is gone\n\
         help: remove the state and the other files to export from the beginning", .0.display()
    )]
    Gone(PathBuf),
    #[error("cannot {what} `{}`: {source}{again}", .path.display())]
    File { what: &'static str, path: PathBuf, source: io::Error, again: &'static str },
    #[error("{source}{again}")]
    Stopped { source: ydb_keys::Error, again: &'static str },
}

/// Suffix of a file's name while the export is not done.
const PART: &str = ".part";

/// Data that all parts of an export share.
struct Export<'a> {
    args: &'a ExportArgs,
    target: ExportTarget,
    values: ValueExport,
    state: Mutex<ExportState>,
    /// Number of rows written so far, including rows of incomplete files.
    written: AtomicU64,
    reporter: Reporter,
}

pub(super) fn export(
    args: &ExportArgs,
    models: &[&'static Table],
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let database = Database::open(&args.access)?;
    let target = target(&database, args, models)?;
    let files = ExportFiles::of(args, target.path);
    fs::create_dir_all(&args.out).map_err(|source| files.failed("make the directory", &args.out, source))?;
    let directory = fs::canonicalize(&args.out).map_err(|source| files.failed("read", &args.out, source))?;
    let identity = ExportIdentity {
        table: format!("{}/{}", database.client.database(), target.path),
        directory,
        format: files.extension.clone(),
        columns: target.columns.iter().map(|column| (column.name.to_owned(), column.ty.to_string())).collect(),
    };
    let earlier = args.state.as_ref().map(|path| ExportState::of_earlier(path, &identity)).transpose()?.flatten();
    if earlier.is_none() {
        files.none_exists(args)?;
    }
    let connection = database.runtime.run(database.channels())?;
    let values = ValueExport::new(&connection, target.path, target.columns, target.key);
    let before = earlier.as_ref().map_or(0, ExportState::rows);
    let state = match earlier {
        Some(state) => state,
        None => {
            let cuts = database.runtime.run(Box::pin(values.cuts(args.streams as usize)));
            ExportState::new(identity, &cuts.map_err(|source| files.stopped(source))?)
        }
    };
    if before > 0 {
        writeln!(streams.err, "{} are exported; going on", counted(before, "row"))?;
    }
    if let Some(path) = &args.state {
        state.save(path)?;
    }
    let begun = Instant::now();
    let name = target.path;
    let work = |reporter| {
        let (state, written) = (Mutex::new(state), AtomicU64::new(before));
        let export = Export { args, target, values, state, written, reporter };
        async { Box::pin(export.run(&files)).await }
    };
    let state = database.runtime.shown(streams, work)?;
    if let Some(path) = &args.state {
        fs::remove_file(path).map_err(|source| files.failed("remove", path, source))?;
    }
    let (rows, seconds) = (state.rows(), begun.elapsed().as_secs_f64());
    let earlier = if before > 0 { format!(", {before} of them by earlier runs") } else { String::new() };
    let count = state.parts.iter().map(|part| u64::from(part.files)).sum::<u64>();
    let (files, pace) = (counted(count, "file"), (rows - before) as f64 / seconds.max(0.001));
    let rows = counted(rows, "row");
    let out = args.out.display();
    writeln!(
        streams.out,
        "`{name}`: {rows} exported into {files} in `{out}`{earlier}, {seconds:.1} s, {pace:.0} a second"
    )?;
    Ok(Status::Done)
}

impl Export<'_> {
    async fn run(self, files: &ExportFiles<'_>) -> Result<ExportState, ExportFailed> {
        files.look_again(&self.state())?;
        let exported = Box::pin(self.parts(files)).await;
        let state = self.state().clone();
        if let Err(failed) = exported {
            // Incomplete files are of no use. Without a state, complete ones cannot be continued either.
            files.discard(&state, self.args.state.is_none());
            return Err(failed);
        }
        files.name(&state)?;
        Ok(state)
    }

    async fn parts(&self, files: &ExportFiles<'_>) -> Result<(), ExportFailed> {
        let open: Vec<usize> =
            (0..).zip(&self.state().parts).filter(|(_, part)| !part.is_done).map(|(at, _)| at).collect();
        let parts: Vec<BoxFuture<'_, Result<(), ExportFailed>>> =
            open.into_iter().map(|at| -> BoxFuture<'_, _> { Box::pin(self.part(at, files)) }).collect();
        stream::iter(parts).buffer_unordered(self.args.streams as usize).try_collect::<Vec<()>>().await?;
        if self.state().parts.iter().all(|part| part.files == 0) {
            // An empty table is exported as one file without rows.
            let path = files.path(0, 0, PART);
            let begun = File::create(&path).and_then(|file| sink(self.args.format, self.target.columns, file));
            begun.and_then(|sink| sink.finish()).map_err(|source| files.failed("write", &path, source))?;
            self.change(|state| state.parts[0].files = 1)?;
        }
        Ok(())
    }

    /// Exports the rows of a part that earlier runs have not exported.
    async fn part(&self, at: usize, files: &ExportFiles<'_>) -> Result<(), ExportFailed> {
        let begin = self.state().parts[at].clone();
        let Some((from, after, to)) = begin.rest(self.target.key) else {
            let path = self.args.state.clone().unwrap_or_default();
            return Err(ExportFailed::OtherState { path, what: "it cannot be read".to_owned() });
        };
        let mut rows: ValueStream = self.values.stream(from, after, to).map_err(|source| files.stopped(source))?;
        let (mut number, mut open) = (begin.files, None);
        loop {
            let next = rows.next().await.map_err(|source| files.stopped(source))?;
            let path = files.path(at, number, PART);
            let failed = |source| files.failed("write", &path, source);
            let Some(part) = next else {
                if let Some((sink, last, count)) = open {
                    self.whole(at, sink, &last, count, failed)?;
                }
                return self.change(|state| state.parts[at].is_done = true);
            };
            let (mut sink, before) = match open.take() {
                Some((sink, _, before)) => (sink, before),
                None => {
                    let file = File::create(&path).map_err(failed)?;
                    (sink(self.args.format, self.target.columns, file).map_err(failed)?, 0)
                }
            };
            let (last, count) = (part.last(), part.len() as u64);
            sink.write(part).map_err(failed)?;
            self.report(count);
            if sink.bytes() >= self.args.file_mb * 1_000_000 {
                self.whole(at, sink, &last, before + count, failed)?;
                number += 1;
            } else {
                open = Some((sink, last, before + count));
            }
        }
    }

    /// Completes a file, and records it in the state.
    fn whole(
        &self,
        at: usize,
        sink: Box<dyn Sink>,
        last: &Key,
        rows: u64,
        failed: impl Fn(io::Error) -> ExportFailed,
    ) -> Result<(), ExportFailed> {
        sink.finish().map_err(failed)?;
        self.change(|state| state.parts[at].has_file(last, rows))
    }

    fn change(&self, change: impl FnOnce(&mut ExportState)) -> Result<(), ExportFailed> {
        let mut state = self.state();
        change(&mut state);
        self.args.state.as_ref().map_or(Ok(()), |path| state.save(path))
    }

    fn report(&self, rows: u64) {
        let written = self.written.fetch_add(rows, Ordering::Relaxed) + rows;
        let text = format!("`{}`: rows exported", self.target.path);
        let update = match self.target.rows {
            // YDB updates the row count of a partition only now and then, so more rows may be written than it says.
            Some(all) => Update::Now { text, rows: Some((written, all.max(written))) },
            None => Update::Now { text: format!("{text}: {written}"), rows: None },
        };
        // Sending fails when the program is ending.
        drop(self.reporter.0.send(update));
    }

    fn state(&self) -> MutexGuard<'_, ExportState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Names of an export's files: `orders-003-00012.csv` is the 13th file of the 4th part.
struct ExportFiles<'a> {
    directory: &'a Path,
    /// Last name of the table's path, with which file names begin.
    stem: &'a str,
    extension: String,
    /// Hint at the end of an error: run the command again, if a state is kept.
    again: &'static str,
}

impl<'a> ExportFiles<'a> {
    fn of(args: &'a ExportArgs, table: &'a str) -> Self {
        let extension = args.format.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
        let again = match args.state {
            Some(_) => "\nhelp: run the same command again to go on after the files that are whole",
            None => "",
        };
        ExportFiles { directory: &args.out, stem: table.rsplit('/').next().unwrap_or(table), extension, again }
    }

    fn path(&self, part: usize, number: u32, end: &str) -> PathBuf {
        self.directory.join(format!("{}-{part:03}-{number:05}.{}{end}", self.stem, self.extension))
    }

    /// Checks that the directory has no file of an export of this table: nothing is overwritten or mixed.
    fn none_exists(&self, args: &ExportArgs) -> Result<(), Failure> {
        let is_ours = |name: &String| {
            let Some(rest) = name.strip_prefix(self.stem).and_then(|rest| rest.strip_prefix('-')) else { return false };
            let (numbers, rest) = rest.split_once('.').unwrap_or((rest, ""));
            let digits = numbers.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
            digits && rest.strip_suffix(PART).unwrap_or(rest) == self.extension
        };
        match list(&args.out)?.into_iter().find(is_ours) {
            Some(example) => Err(ExportFailed::Exists { directory: args.out.clone(), example }.into()),
            None => Ok(()),
        }
    }

    /// Checks that the complete files of earlier runs exist, and removes incomplete ones.
    fn look_again(&self, state: &ExportState) -> Result<(), ExportFailed> {
        let is_done = state.parts.iter().all(|part| part.is_done);
        for (at, part) in state.parts.iter().enumerate() {
            for number in 0..part.files {
                let path = self.path(at, number, PART);
                // A run that was killed at the end may already have renamed some files.
                if !(path.exists() || is_done && self.path(at, number, "").exists()) {
                    return Err(ExportFailed::Gone(path));
                }
            }
        }
        self.discard(state, false);
        Ok(())
    }

    /// Removes the incomplete file of each part, or with `all` every file.
    fn discard(&self, state: &ExportState, all: bool) {
        for (at, part) in state.parts.iter().enumerate() {
            for number in if all { 0 } else { part.files }..=part.files {
                // The first error matters more. A file that cannot be removed is overwritten or found by the next run.
                let _ = fs::remove_file(self.path(at, number, PART));
            }
        }
    }

    /// Renames all files to their final names. A run that was killed may have renamed some.
    fn name(&self, state: &ExportState) -> Result<(), ExportFailed> {
        for (at, part) in state.parts.iter().enumerate() {
            for number in 0..part.files {
                let (part, path) = (self.path(at, number, PART), self.path(at, number, ""));
                match (part.exists(), path.exists()) {
                    (false, true) => {}
                    // Another program has written the final file meanwhile.
                    (true, true) => {
                        let example = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                        return Err(ExportFailed::Exists { directory: self.directory.to_owned(), example });
                    }
                    _ => fs::rename(&part, &path).map_err(|source| self.failed("write", &path, source))?,
                }
            }
        }
        Ok(())
    }

    fn failed(&self, what: &'static str, path: &Path, source: io::Error) -> ExportFailed {
        ExportFailed::File { what, path: path.to_owned(), source, again: self.again }
    }

    fn stopped(&self, source: ydb_keys::Error) -> ExportFailed {
        ExportFailed::Stopped { source, again: self.again }
    }
}
