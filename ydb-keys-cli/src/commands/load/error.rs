//! Why a load could not begin, or stopped, as a sentence.

use std::io;
use std::path::PathBuf;

use crate::commands::rows::RowsError;

#[derive(Debug, thiserror::Error)]
pub(in crate::commands) enum LoadFailed {
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
    #[error("--state: the standard input cannot be read again after a kill; pass a file instead")]
    StateOfStream,
    #[error("`{}` is the state of another load: {what}\n\
        help: run that command again to finish it, or remove the file to load from the beginning", .path.display())]
    OtherState { path: PathBuf, what: String },
    #[error("`{}` exists, and no unfinished load wrote it\nhelp: pass another file, or remove this one", .0.display())]
    RefusedExists(PathBuf),
    #[error("cannot {what} `{}`: {source}", .path.display())]
    File { what: &'static str, path: PathBuf, source: io::Error },
    #[error("{source}{again}")]
    Stopped { source: ydb_keys::Error, again: &'static str },
}
