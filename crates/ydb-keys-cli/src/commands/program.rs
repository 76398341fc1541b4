//! The two programs, with models and without: parse arguments, run the command, print errors, return the exit code.

use std::env::ArgsOs;
use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal as _, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;
use console::Term;
use ydb_keys::Table;

use super::apply::apply;
use super::args::{Program, ProgramCommand, ProgramDefinition, Tool, ToolCommand, completions, man};
use super::check::{check, state};
use super::ddl::ddl;
use super::diff::diff;
use super::explain::{explain, planned};
use super::export::export;
use super::failure::Failure;
use super::hash::{hash, hash_sql};
use super::hot::hot;
use super::keys::keys;
use super::lint::lint;
use super::load::load;
use super::pull::pull;
use super::queries::queries;
use super::query::query;
#[cfg(feature = "serve")]
use super::serve::serve;
use super::streams::{Status, Streams};

/// Runs a command line program for the tables of your models, as its `main`: reads the process's arguments, and prints.
///
/// - `ddl` prints the `CREATE TABLE` statements, and with `--out DIR` writes them as migrations for goose or Flyway.
/// - `hash-sql` prints each hash column as a YQL expression, and the statement that fills it.
/// - `diff` compares the models with the tables of a database, and prints the plan that makes them equal.
/// - `apply` runs that plan, and `status` says what is applied and what is pending.
/// - `check` checks that the tables of a database have the keys and hashes of the models, as
///   [`ydb_keys::check`] does.
/// - `pull` prints a model of an existing table.
/// - `load` loads rows of files into a table, and `export` writes a table into files.
/// - `lint` finds what is wrong with all tables of a database.
/// - `hot` looks for hot partitions, and says why they are hot and what cures it.
/// - `keys` writes the keys of the models for Python, TypeScript, Go or Java.
/// - `query` runs a query of your own.
/// - `explain` prints the page of a rule or the plan of a query, and `hash` a hash and its YQL expression.
///
/// For details see `--help` and [the guide](https://docs.rs/ydb-keys/latest/ydb_keys/guide/migrations/index.html).
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
///     ydb_keys_cli::main(ydb_keys::schema![Order])
/// }
/// ```
pub fn main(tables: &[&'static Table]) -> ExitCode {
    of_process(|args, streams| run(args, tables, streams))
}

/// Runs the program `ydb-keys`, as its `main`: the commands that need no models.
///
/// ```no_run
/// fn main() -> std::process::ExitCode {
///     ydb_keys_cli::main_without_models()
/// }
/// ```
pub fn main_without_models() -> ExitCode {
    of_process(run_without_models)
}

/// Runs a program with the process's arguments and streams.
fn of_process(program: impl FnOnce(ArgsOs, Streams<'_>) -> Status) -> ExitCode {
    let (mut input, mut out) = (io::stdin().lock(), BufWriter::new(io::stdout().lock()));
    // Stderr is not locked: the progress bar writes to it, too.
    let mut err = io::stderr();
    let (interactive, bars) = (io::stdin().is_terminal(), err.is_terminal());
    let mut streams = Streams::new(&mut input, &mut out, &mut err).interactive(interactive).bars(bars);
    if let Some((_, width)) = Term::stdout().size_checked() {
        streams = streams.width(width.into()).colors(console::colors_enabled());
    }
    program(std::env::args_os(), streams).into()
}

/// Does what [`main`] does, with your own arguments, starting with the program's name, and your own streams.
///
/// It starts its own threads for the connection. It can be called from within a runtime, and then blocks that thread.
///
/// If the reader of the output closes the pipe early, that is not an error.
///
/// ```
/// use ydb_keys::YdbTable;
/// use ydb_keys_cli::{Status, Streams, run};
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
    streams: Streams<'_>,
) -> Status {
    parsed(args, streams, |program: Program, definition, streams| {
        execute(&program.command, tables, definition, streams)
    })
}

/// Does what [`main_without_models`] does, with your own arguments and streams, like [`run`].
///
/// ```
/// use ydb_keys_cli::{Status, Streams, run_without_models};
///
/// let (mut input, mut out, mut err) = (std::io::empty(), Vec::new(), Vec::new());
/// let streams = Streams::new(&mut input, &mut out, &mut err);
/// let status = run_without_models(["ydb-keys", "hash", "numeric_hash", "1001"], streams);
/// assert_eq!(status, Status::Done);
/// assert!(out.starts_with(b"10138685143802077350\n"));
/// ```
pub fn run_without_models<A: Into<OsString> + Clone>(
    args: impl IntoIterator<Item = A>,
    streams: Streams<'_>,
) -> Status {
    parsed(args, streams, |tool: Tool, definition, streams| execute_tool(&tool.command, &[], definition, streams))
}

/// Parses the arguments, runs the command, and prints its error.
fn parsed<P: Parser, A: Into<OsString> + Clone>(
    args: impl IntoIterator<Item = A>,
    mut streams: Streams<'_>,
    execute: impl FnOnce(P, ProgramDefinition, &mut Streams<'_>) -> Result<Status, Failure>,
) -> Status {
    let args: Vec<OsString> = args.into_iter().map(Into::into).map(as_text).collect();
    let called = args.first().and_then(|path| Path::new(path).file_stem()?.to_str()).unwrap_or("ydb-keys").to_owned();
    let message = match P::try_parse_from(args) {
        Ok(program) => {
            let definition = ProgramDefinition { command: P::command(), name: called };
            let executed = execute(program, definition, &mut streams).and_then(|status| {
                streams.out.flush()?;
                Ok(status)
            });
            match executed {
                Ok(status) => return status,
                Err(failure) if failure.is_closed_pipe() => return Status::Done,
                Err(failure) => format!("error: {failure}\n"),
            }
        }
        Err(wrong) if wrong.use_stderr() => wrong.render().to_string(),
        Err(help) => match print(&help.render().to_string(), &mut streams.out) {
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

/// Puts a blank in front of a YQL text that begins with a comment, `-- all orders`: the parser would take it for an
/// option. Lines and columns after that comment stay the same. No option has a blank, a line break or a `!` in its
/// name.
fn as_text(arg: OsString) -> OsString {
    let is_comment = arg.to_str().and_then(|text| text.strip_prefix("--")).is_some_and(|text| {
        let name = text.split('=').next().unwrap_or_default();
        name.starts_with('!') || name.contains(char::is_whitespace)
    });
    if !is_comment {
        return arg;
    }
    let mut text = OsString::from(" ");
    text.push(arg);
    text
}

fn execute(
    command: &ProgramCommand,
    tables: &[&'static Table],
    definition: ProgramDefinition,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    match command {
        ProgramCommand::Ddl(args) => ddl(args, tables, &mut streams.out).map(|()| Status::Done),
        ProgramCommand::HashSql(args) => hash_sql(args, tables, &mut streams.out).map(|()| Status::Done),
        ProgramCommand::Diff(args) => diff(args, tables, streams),
        ProgramCommand::Apply(args) => apply(args, tables, streams),
        ProgramCommand::Status(args) => state(args, tables, streams),
        ProgramCommand::Check(args) => check(args, tables, streams),
        ProgramCommand::Tool(command) => execute_tool(command, tables, definition, streams),
    }
}

/// Runs a command that needs no models; some commands use them if there are any.
fn execute_tool(
    command: &ToolCommand,
    tables: &[&'static Table],
    definition: ProgramDefinition,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    match command {
        ToolCommand::Pull(args) => pull(args, streams),
        ToolCommand::Hot(args) => hot(args, streams),
        ToolCommand::Query(args) => query(args, streams),
        ToolCommand::Explain(args) => match &args.query {
            Some(text) => planned(text, args, streams),
            None => explain(args, &mut streams.page()).map(|()| Status::Done),
        },
        ToolCommand::Load(args) => load(args, tables, streams),
        ToolCommand::Export(args) => export(args, tables, streams),
        ToolCommand::Queries(command) => queries(command, tables, streams),
        ToolCommand::Keys(args) => keys(args, tables, streams).map(|()| Status::Done),
        ToolCommand::Hash(args) => hash(args, &mut streams.out).map(|()| Status::Done),
        ToolCommand::Completions(args) => completions(args, definition, streams).map(|()| Status::Done),
        ToolCommand::Man(args) => man(args, definition, streams).map(|()| Status::Done),
        ToolCommand::Lint(args) => lint(args, tables, streams),
        ToolCommand::Report(args) => super::report::report(args, tables, streams),
        ToolCommand::Tables(args) => super::tables::tables(args, tables, streams).map(|()| Status::Done),
        ToolCommand::Advise(args) => super::advise::advise(args, streams).map(|()| Status::Done),
        #[cfg(feature = "serve")]
        ToolCommand::Serve(args) => serve(args, streams).map(|()| Status::Done),
        #[cfg(not(feature = "serve"))]
        ToolCommand::Serve { .. } => Err(Failure::NoEngine),
    }
}

fn print(text: &str, out: &mut dyn Write) -> Result<(), Failure> {
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}
