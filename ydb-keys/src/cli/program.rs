//! The program: parses arguments, runs the command, prints errors, returns the exit code.

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

/// The `main` of a command line program for the tables of your models. It reads the process's arguments and prints.
///
/// - `ddl` prints the `CREATE TABLE` statements, and with `--out DIR` writes them as migrations for goose or Flyway.
/// - `twins` prints each hash column as a YQL expression, and the statement that fills it.
/// - `diff` compares the models with the tables of a database, and prints the plan that makes them equal.
/// - `apply` runs that plan.
/// - `check` checks that the tables of a database have the keys and hashes of the models, as
///   [`ydb_keys::check`](crate::check) does.
/// - `pull` prints a model of an existing table.
///
/// For details see `--help` and the page `docs/migrations.md` of the repository.
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
    // Not locked: the progress bar also writes to it.
    let mut err = io::stderr();
    let (interactive, bars) = (io::stdin().is_terminal(), err.is_terminal());
    let streams = Streams::new(&mut input, &mut out, &mut err).interactive(interactive).bars(bars);
    run(std::env::args_os(), tables, streams).into()
}

/// Does what [`main`] does, with your own arguments, starting with the program's name, and your own streams.
///
/// It starts its own threads for the connection. It can be called from within a runtime, and then blocks that thread.
///
/// If the reader of the output closes the pipe early, that is not an error.
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
    let message = match Arguments::try_parse_from(args) {
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
    // Flush the output first, so that the message comes after it. If the message cannot be written either, the exit
    // code still reports the failure.
    let _ = streams.out.flush();
    let _ = streams.err.write_all(message.as_bytes()).and_then(|()| streams.err.flush());
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
