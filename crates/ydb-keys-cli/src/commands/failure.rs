//! Errors of commands, as sentences.

use std::io;
use std::path::PathBuf;

use ydb::YdbError;
use ydb_keys::__internal::Reason;
use ydb_keys::__internal::status::is_unknown;
use ydb_keys::schema::HashFunction;
use ydb_keys::{CheckError, ConnectError, YdbType};
use ydb_keys_migrate::MigrateError;
use ydb_yql::NotText;

use crate::codegen::Refusal;
use crate::queries::SchemaError;
use crate::run::LookError;
use crate::stats::StatsError;

#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    #[error("the allow file `{}` has bad lines:{lines}", .file.display())]
    Allowances { file: PathBuf, lines: String },
    #[error("there are no tables: `schema![]` names no model")]
    NoTables,
    #[error("two models have the table `{0}`: give one of them another path with `#[ydb(table = \"...\")]`")]
    SameTable(&'static str),
    #[error("no model has the table `{path}`; {hint}")]
    UnknownTable { path: String, hint: String },
    #[error("`{name}` is not the name of a rule or an error; {hint}")]
    UnknownRule { name: String, hint: String },
    #[error("`{}` has no .yql or .sql file with a CREATE TABLE statement", .0.display())]
    NoDdl(PathBuf),
    #[error("{0}")]
    Ddl(SchemaError),
    #[error("there are no queries: no file ends in .yql or .sql, or the files hold only comments")]
    NoQueries,
    #[error("`{}` has two queries `{name}`: give one of them another name", .file.display())]
    SameQuery { file: PathBuf, name: String },
    #[error("`{name}` is not a hash function: there are {}", functions())]
    UnknownFunction { name: String },
    #[error("`{function}` takes one integer or time; `{}` takes texts and several values", HashFunction::Xxh3)]
    NotANumber { function: HashFunction },
    #[error("a value of type {ty} {}", if *is_interval {
        "cannot be given here: give its microseconds as an Int64, which has the same hash"
    } else {
        "has no hash: only integers, times, intervals, texts, bytes, UUIDs and bools have one"
    })]
    NotHashable { ty: YdbType, is_interval: bool },
    #[error("`{text}` is not a value of type {ty}")]
    NotAValue { text: String, ty: YdbType },
    #[error("`{}` is not a directory", .0.display())]
    NoDirectory(PathBuf),
    #[error("migration numbers are exhausted in `{}`", .0.display())]
    NoNumberLeft(PathBuf),
    #[error(
        "`{}` has migrations of these tables: {}; nothing was written. For new tables only, name them with `--table`",
        .directory.display(), .files.join(", ")
    )]
    Exists { directory: PathBuf, files: Vec<String> },
    #[error(
        "`{}` has the same changes already: {}; nothing was written. Run these files, or remove them",
        .directory.display(), .files.join(", ")
    )]
    Written { directory: PathBuf, files: Vec<String> },
    #[error("`{}` is not a sample of `report --save`: {why}", .file.display())]
    BadSample { file: PathBuf, why: String },
    #[error("`{}` is not the name of a drawing: end it with .svg, or with .mmd for mermaid", .0.display())]
    NoPlot(PathBuf),
    #[error("there is no table `{0}` in the database")]
    NoTable(String),
    #[error("`--format {0}` is for files: add `--out DIR`, or choose text, json, markdown, github or sarif")]
    FormatOfFiles(&'static str),
    #[error("`--format {0}` is printed: with `--out` choose goose, flyway or plain")]
    FormatOfPrint(&'static str),
    #[error("`{}` has files of the same names: {}; nothing was written. Name another directory, or remove them",
        .directory.display(), .files.join(", ")
    )]
    Present { directory: PathBuf, files: Vec<String> },
    #[error("`{}` was not written by `keys`, so it stays: name another directory, or remove it", .0.display())]
    NotGenerated(PathBuf),
    #[error("some keys cannot be written in this language, so nothing was written\n{}", in_lines(.0))]
    Refused(Vec<Refusal>),
    #[error("a template of `keys` is wrong, which is a bug of ydb-keys; nothing was written: {0}")]
    Template(#[from] minijinja::Error),
    #[error("cannot {what} `{}`: {source}", .path.display())]
    File { what: &'static str, path: PathBuf, source: io::Error },
    #[error("{what} is no text: {why}\nhelp: {}", .why.help())]
    NotText { what: String, why: NotText },
    #[error("cannot print: {0}")]
    Print(#[from] io::Error),
    #[error(
        "no database is named: pass `--connection grpc://HOST:PORT/DATABASE`, or set the variable YDB_CONNECTION_STRING"
    )]
    NoConnection,
    #[error(transparent)]
    Connect(#[from] ConnectError),
    #[error(transparent)]
    Migrate(#[from] MigrateError),
    #[error(transparent)]
    Lint(#[from] LookError),
    #[error(
        "`{path}` is {found}, not a table; `pull --all --below {path} --out DIR` writes models of the tables in a directory"
    )]
    PulledNoTable { path: String, found: &'static str },
    #[error(transparent)]
    Check(Box<CheckError>),
    #[error(transparent)]
    Stats(Box<StatsError>),
    #[error("the database makes no plan of `{name}`: {}", Reason(.source))]
    Explain { name: String, source: YdbError },
    #[error("{}{}", Reason(.source).of("the query failed"), query_cure(.source, *.writes))]
    Query { writes: bool, source: YdbError },
    #[error("`{0}` is a file, not a query\nhelp: write `-` in its place, and give the file as the input: `- < {0}`")]
    FileAsQuery(String),
    #[error("cannot read the query from the input: {0}")]
    NoQuery(io::Error),
    #[error(
        "no table at `{path}` has partitions in `.sys/partition_stats`: the path is wrong, or the user may not see it. A \
         table that was created just now appears within a minute"
    )]
    NoPartitions { path: String },
    #[error(
        "`--rekey` needs to know what the writers of the table do; nothing was done\n\
         help: pass one of\n\
         --dual-writers     all of them use a `DualWriter`, and wait for a moment at the swap: take it if you can deploy \
         them first\n\
         --fence            they stay as they are, and fail, like the readers, while both tables are compared for the last \
         time: take it if your programs may fail for that long\n\
         --writers-stopped  nobody writes until the copy is done: take it if you can stop them for that long"
    )]
    NoWriters,
    #[error(transparent)]
    Load(#[from] super::load::LoadFailed),
    #[error(transparent)]
    Export(#[from] super::export::ExportFailed),
    #[error("the input is not a terminal, so nothing was done: pass `--yes` to run the plan without a question")]
    NotInteractive,
    #[error("cannot read the answer: {0}")]
    Answer(io::Error),
    #[error(transparent)]
    Sample(#[from] crate::run::SampleError),
    #[error(transparent)]
    Advise(#[from] super::advise::AdviseError),
    #[cfg(feature = "serve")]
    #[error("{0}")]
    Serve(String),
    #[cfg(not(feature = "serve"))]
    #[error(
        "this program was built without the embedded engine\n\
         help: build it with the feature `serve` of `ydb-keys-cli`: `cargo install ydb-keys-cli --features serve`"
    )]
    NoEngine,
    #[error("cannot start the threads that the client runs on: {0}")]
    Runtime(io::Error),
}

impl From<StatsError> for Failure {
    fn from(error: StatsError) -> Self {
        Failure::Stats(Box::new(error))
    }
}

impl Failure {
    /// Returns `true` if the reader of the output closed the pipe early. That is not an error.
    pub(super) fn is_closed_pipe(&self) -> bool {
        matches!(self, Failure::Print(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// Parts of the server's messages when a query without `--write` writes rows, changes the schema, or writes in batches.
const REFUSED_WITHOUT_WRITE: [&str; 3] = ["read only transaction", "inside transaction", "implicit transaction mode"];

/// Returns help for the failure of a user's query; empty if there is none.
fn query_cure(error: &YdbError, writes: bool) -> &'static str {
    let reason = Reason(error).to_string();
    let says = |words: &str| reason.contains(words);
    match () {
        () if writes && is_unknown(error) => {
            "\nhelp: what it writes may be written all the same: look before you run it again"
        }
        () if says("Unknown name: $") => {
            "\nhelp: give the parameter a value at the beginning of the text: `$id = 42ul;`"
        }
        () if !writes && REFUSED_WITHOUT_WRITE.into_iter().any(says) => {
            "\nhelp: pass `--write` to let it change rows or the schema"
        }
        () => "",
    }
}

fn in_lines(refusals: &[Refusal]) -> String {
    refusals.iter().map(Refusal::to_string).collect::<Vec<_>>().join("\n")
}

fn functions() -> String {
    HashFunction::ALL.map(|function| format!("`{function}`")).join(", ")
}
