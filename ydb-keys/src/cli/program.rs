//! The program: arguments in, texts out, an exit code.

use std::ffi::OsString;
use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::Parser as _;

use super::args::{Arguments, Command};
use super::ddl::ddl;
use super::failure::Failure;
use super::twins::twins;
use crate::schema::Table;

/// How the program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Status {
    /// Exit code 0: it did what it was told.
    Done,
    /// Exit code 2: wrong arguments, or a file that could not be read or written; why is told.
    Failed,
}

impl Status {
    /// The exit code.
    pub const fn code(self) -> u8 {
        match self {
            Status::Done => 0,
            Status::Failed => 2,
        }
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        ExitCode::from(status.code())
    }
}

/// The `main` of a program over the tables of your models: it reads the process's arguments and prints.
///
/// - `ddl` prints the `CREATE TABLE` statements, and with `--out DIR` writes them as migrations for goose or Flyway.
/// - `twins` prints each hash column as a YQL expression, and the statement that fills it.
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
    let mut out = BufWriter::new(io::stdout().lock());
    run(std::env::args_os(), tables, &mut out, &mut io::stderr().lock()).into()
}

/// What [`main`] does, with arguments, the program's name first, and writers of your own.
///
/// Whoever reads the output may stop early: a closed pipe is no failure.
///
/// ```
/// use ydb_keys::YdbTable;
/// use ydb_keys::cli::{Status, run};
///
/// #[derive(YdbTable)]
/// #[ydb(table = "orders", primary_key(order_hash = numeric_hash(order_id), order_id))]
/// struct Order {
///     order_id: u64,
/// }
///
/// let (mut out, mut err) = (Vec::new(), Vec::new());
/// let status = run(["migrate", "ddl"], ydb_keys::schema![Order], &mut out, &mut err);
/// assert_eq!(status, Status::Done);
/// assert!(out.starts_with(b"CREATE TABLE `orders` ("));
/// ```
pub fn run<A: Into<OsString> + Clone>(
    args: impl IntoIterator<Item = A>,
    tables: &[&'static Table],
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Status {
    let told = match Arguments::try_parse_from(args) {
        Ok(arguments) => match execute(&arguments.command, tables, out) {
            Ok(()) => return Status::Done,
            Err(failure) if failure.is_closed_pipe() => return Status::Done,
            Err(failure) => format!("error: {failure}\n"),
        },
        Err(wrong) if wrong.use_stderr() => wrong.render().to_string(),
        Err(help) => match print(&help.render().to_string(), out) {
            Err(failure) if !failure.is_closed_pipe() => format!("error: {failure}\n"),
            _ => return Status::Done,
        },
    };
    // If even that cannot be told, the exit code still says it.
    let _ = err.write_all(told.as_bytes()).and_then(|()| err.flush());
    Status::Failed
}

fn execute(command: &Command, tables: &[&'static Table], out: &mut dyn Write) -> Result<(), Failure> {
    match command {
        Command::Ddl(args) => ddl(args, tables, out)?,
        Command::Twins(args) => twins(args, tables, out)?,
    }
    Ok(out.flush()?)
}

fn print(text: &str, out: &mut dyn Write) -> Result<(), Failure> {
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}
