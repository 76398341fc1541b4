//! The program: arguments in, texts out, an exit code.

use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::process::ExitCode;

use clap::Parser as _;

use super::apply::apply;
use super::args::{Arguments, Command};
use super::check::check;
use super::ddl::ddl;
use super::diff::diff;
use super::failure::Failure;
use super::pull::pull;
use super::status::Status;
use super::streams::Streams;
use super::twins::twins;
use crate::schema::Table;

/// The `main` of a program over the tables of your models: it reads the process's arguments and prints.
///
/// - `ddl` prints the `CREATE TABLE` statements, and with `--out DIR` writes them as migrations for goose or Flyway.
/// - `twins` prints each hash column as a YQL expression, and the statement that fills it.
/// - `diff` compares the models with the tables of a database, and prints the plan that makes them equal.
/// - `apply` carries that plan out.
/// - `check` tells whether the tables of a database have the keys and hashes of the models, as [`ydb_keys::check`](crate::check) does.
/// - `pull` prints a model of a table that is there.
///
/// `--help` tells the rest, as does the page `docs/migrations.md` of the repository.
///
/// ```no_run
/// use std::process::ExitCode;
/// use ydb_keys::YdbTable;
///
/// #[derive(YdbTable)]
/// #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
/// struct Order {
///     order_id: u64,
/// }
///
/// fn main() -> ExitCode {
///     ydb_keys::cli::main(ydb_keys::schema![Order])
/// }
/// ```
pub fn main(tables: &[&'static Table]) -> ExitCode {
    let (mut input, mut out) = (io::stdin().lock(), BufWriter::new(io::stdout().lock()));
    // Not locked: a bar is drawn on it too.
    let mut err = io::stderr();
    let (interactive, bars) = (io::stdin().is_terminal(), err.is_terminal());
    let streams = Streams::new(&mut input, &mut out, &mut err).interactive(interactive).bars(bars);
    run(std::env::args_os(), tables, streams).into()
}

/// What [`main`] does, with arguments, the program's name first, and streams of your own.
///
/// It connects on threads of its own, and may be called from within a runtime, whose thread it blocks.
///
/// Whoever reads the output may stop early: a closed pipe is no failure.
///
/// ```
/// use ydb_keys::YdbTable;
/// use ydb_keys::cli::{Status, Streams, run};
///
/// #[derive(YdbTable)]
/// #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
/// struct Order {
///     order_id: u64,
/// }
///
/// let (mut input, mut out, mut err) = (std::io::empty(), Vec::new(), Vec::new());
/// let streams = Streams::new(&mut input, &mut out, &mut err);
/// let status = run(["migrate", "ddl"], ydb_keys::schema![Order], streams);
/// assert_eq!(status, Status::Done);
/// assert!(out.starts_with(b"CREATE TABLE `orders` ("));
/// ```
pub fn run<A: Into<OsString> + Clone>(
    args: impl IntoIterator<Item = A>,
    tables: &[&'static Table],
    mut streams: Streams<'_>,
) -> Status {
    let told = match Arguments::try_parse_from(args) {
        Ok(arguments) => match execute(&arguments.command, tables, &mut streams) {
            Ok(status) => return status,
            Err(failure) if failure.is_closed_pipe() => return Status::Done,
            Err(failure) => format!("error: {failure}\n"),
        },
        Err(wrong) if wrong.use_stderr() => wrong.render().to_string(),
        Err(help) => match print(&help.render().to_string(), streams.out) {
            Err(failure) if !failure.is_closed_pipe() => format!("error: {failure}\n"),
            _ => return Status::Done,
        },
    };
    // What was printed before it stands before it. If even that cannot be told, the exit code still says it.
    let _ = streams.out.flush();
    let _ = streams.err.write_all(told.as_bytes()).and_then(|()| streams.err.flush());
    Status::Failed
}

fn execute(command: &Command, tables: &[&'static Table], streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let status = match command {
        Command::Ddl(args) => ddl(args, tables, streams.out).map(|()| Status::Done)?,
        Command::Twins(args) => twins(args, tables, streams.out).map(|()| Status::Done)?,
        Command::Diff(args) => diff(args, tables, streams)?,
        Command::Apply(args) => apply(args, tables, streams)?,
        Command::Check(args) => check(args, tables, streams)?,
        Command::Pull(args) => pull(args, streams).map(|()| Status::Done)?,
    };
    streams.out.flush()?;
    Ok(status)
}

fn print(text: &str, out: &mut dyn Write) -> Result<(), Failure> {
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}
