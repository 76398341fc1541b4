//! `keys`: writes the keys of tables as source code of another language.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use clap::Args;
use ydb_keys::schema::ColumnDef;
use ydb_keys::{Layout, Table};
use ydb_keys_core::schema::layout::LayoutColumn;

use super::database::{Choices, Connection, Database, TableNames, choose, one_of};
use super::failure::Failure;
use super::files::{replace_all, write_all};
use super::streams::Streams;
use crate::codegen::{KeyTable, Language, MARK, Refusal, render};
use crate::run::{LookRange, layouts};

#[derive(Args, Debug)]
pub(super) struct Keys {
    #[command(flatten)]
    pub(super) tables: TableNames,
    /// The language of the file
    #[arg(long, value_parser = one_of(LANGUAGES))]
    pub(super) lang: Language,
    /// Write the file into this directory, in place of one that this command has written
    #[arg(long, value_name = "DIR")]
    pub(super) out: PathBuf,
    #[command(flatten)]
    pub(super) connection: Connection,
}

/// Languages of the source file with the keys.
const LANGUAGES: Choices<Language, 4> = [
    ("python", "keys.py, with the packages `ydb` and `xxhash`", Language::Python),
    (
        "typescript",
        "keys.ts, with the packages `@ydbjs/core`, `@ydbjs/value`, `@ydbjs/api` and `@node-rs/xxhash`",
        Language::TypeScript,
    ),
    (
        "go",
        "keys.go, with the modules `github.com/ydb-platform/ydb-go-sdk/v3` and `github.com/zeebo/xxh3`",
        Language::Go,
    ),
    ("java", "Keys.java, with `tech.ydb:ydb-sdk-table` and `net.openhft:zero-allocation-hashing`", Language::Java),
];

/// Writes the keys of the program's models, or else of a database's tables, and prints the file's path.
pub(super) fn keys(args: &Keys, tables: &[&'static Table], streams: &mut Streams<'_>) -> Result<(), Failure> {
    let found = match tables {
        [] => of_database(args, streams)?,
        _ => choose(tables, &args.tables.paths)?.into_iter().map(of_model).collect(),
    };
    let mut keys = Vec::new();
    let mut refusals = Vec::new();
    for table in found {
        match table {
            Ok(table) => keys.push(table),
            Err(refusal) => refusals.push(refusal),
        }
    }
    let language = args.lang;
    refusals.extend(keys.iter().flat_map(|table| Refusal::of(table, language)));
    if !refusals.is_empty() {
        return Err(Failure::Refused(refusals));
    }
    write(&args.out, language.file(), &render(language, &keys)?, streams)
}

fn of_model(table: &'static Table) -> Result<KeyTable, Refusal> {
    let column = |column: &ColumnDef| LayoutColumn { name: column.name.to_owned(), ty: column.ty };
    let indexes = table.indexes.iter().filter_map(|index| {
        let columns = index.on.iter().filter_map(|&at| table.columns.get(at)).map(column);
        Some((index.name, index.hash?.name, columns.collect()))
    });
    // Cannot fail for a model: its hash's inputs are in its key, by rule `hash_inputs`.
    let key = KeyTable::new(table.name, &Layout::of(table)).map(|key| key.with_indexes(indexes));
    key.ok_or_else(|| Refusal::Damaged { path: table.name.to_owned() })
}

fn of_database(args: &Keys, streams: &mut Streams<'_>) -> Result<Vec<Result<KeyTable, Refusal>>, Failure> {
    let database = Database::connect(&args.connection)?;
    let paths: Vec<String> = args.tables.paths.iter().map(|path| database.relative(path)).collect();
    let range = LookRange { below: database.below().unwrap_or_default(), tables: &paths };
    Ok(database.runtime.shown(streams, |reporter| layouts(&database.client, range, reporter.on_read()))?)
}

/// Creates the file, or replaces one that this command has written.
fn write(directory: &Path, name: &str, text: &str, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let path = directory.join(name);
    match fs::read_to_string(&path) {
        Ok(present) if !present.lines().next().is_some_and(|line| line.contains(MARK)) => {
            return Err(Failure::NotGenerated(path));
        }
        Ok(present) if present == text => {}
        Ok(_) => replace_all(&[(&path, text)])?,
        // A file that is not UTF-8 was not written by this command.
        Err(error) if error.kind() == ErrorKind::InvalidData => return Err(Failure::NotGenerated(path)),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            write_all(directory, &[(name, text)])?;
        }
        Err(source) => return Err(Failure::File { what: "read", path, source }),
    }
    Ok(writeln!(streams.out, "{}", path.display())?)
}
