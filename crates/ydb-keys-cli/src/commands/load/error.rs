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
    /// The row, and then a request for rows before it.
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

/// Says how many rows are certainly loaded after a request has failed: YDB has acknowledged so many, from the first one on.
fn loaded(rows: u64) -> String {
    match rows {
        0 => "which rows are loaded is not known".to_owned(),
        1 => "only the first row is certainly loaded; others may be".to_owned(),
        _ => format!("only the first {rows} rows are certainly loaded; others may be"),
    }
}
