//! Why a command failed, as a sentence.

use std::io;
use std::path::PathBuf;

use crate::migrate::MigrateError;
use crate::sdk::{CheckError, ConnectError};

#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    #[error("there are no tables: `schema![]` names no model")]
    NoTables,
    #[error("two models have the table `{0}`: give one of them another path with `#[ydb(table = \"...\")]`")]
    SameTable(&'static str),
    #[error("no model has the table `{path}`; {hint}")]
    UnknownTable { path: String, hint: String },
    #[error("`{}` is not a directory", .0.display())]
    NoDirectory(PathBuf),
    #[error("migration numbers are exhausted in `{}`", .0.display())]
    NoNumberLeft(PathBuf),
    #[error(
        "`{}` has migrations of these tables: {}; nothing was written. For new tables only, name them with `--table`",
        .directory.display(), .files.join(", ")
    )]
    Exists { directory: PathBuf, files: Vec<String> },
    #[error("cannot {what} `{}`: {source}", .path.display())]
    File { what: &'static str, path: PathBuf, source: io::Error },
    #[error("cannot print: {0}")]
    Print(#[from] io::Error),
    #[error(
        "no database is named: pass `--connection grpc://HOST:PORT/DATABASE`, or set the variable YDB_CONNECTION_STRING"
    )]
    NoConnection,
    #[error(transparent)]
    Connect(Box<ConnectError>),
    #[error(transparent)]
    Migrate(Box<MigrateError>),
    #[error(transparent)]
    Check(Box<CheckError>),
    #[error("the input is not a terminal, so nothing was done: pass `--yes` to run the plan without a question")]
    NotInteractive,
    #[error("cannot read the answer: {0}")]
    Answer(io::Error),
    #[error("cannot start the threads that the client runs on: {0}")]
    Runtime(io::Error),
}

impl From<MigrateError> for Failure {
    fn from(error: MigrateError) -> Self {
        Failure::Migrate(Box::new(error))
    }
}

impl From<ConnectError> for Failure {
    fn from(error: ConnectError) -> Self {
        Failure::Connect(Box::new(error))
    }
}

impl Failure {
    /// Whether the reader of the output closed the pipe early. That is not an error.
    pub(super) fn is_closed_pipe(&self) -> bool {
        matches!(self, Failure::Print(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}
