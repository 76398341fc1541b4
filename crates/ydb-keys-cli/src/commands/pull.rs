//! `pull`: prints an annotated struct for a table of the database, or writes a module for each of several tables.

use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args};
use ydb_keys_migrate::__internal::{Detail, SourceFile, counted, directory};
use ydb_keys_migrate::MigrateError;

use super::database::{Access, Database};
use super::failure::Failure;
use super::files;
use super::streams::{Status, Streams};
use crate::run::{pull_all, unknown};

#[derive(Args, Debug)]
#[command(group(ArgGroup::new("what").required(true).args(["table", "all"])))]
pub(super) struct Pull {
    /// The path of the table, relative to the database
    #[arg(long, value_name = "PATH", conflicts_with = "all")]
    pub(super) table: Option<String>,
    /// All tables of the database, as a module for each; needs --out
    #[arg(long, requires = "out")]
    pub(super) all: bool,
    /// Only the tables of this directory, relative to the database
    #[arg(long, value_name = "DIR", requires = "all", conflicts_with = "table")]
    pub(super) below: Option<String>,
    /// Write the modules of `--all` and a mod.rs into this directory
    #[arg(long, value_name = "DIR", requires = "all", conflicts_with = "table")]
    pub(super) out: Option<PathBuf>,
    #[command(flatten)]
    pub(super) access: Access,
}

pub(super) fn pull(args: &Pull, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    if let Some(out) = &args.out {
        return all(args, out, streams);
    }
    let database = Database::open(&args.access)?;
    // Without `--out` the parser requires `--table`.
    let table = args.table.as_deref().unwrap_or_default();
    let source = database.runtime.run(ydb_keys_migrate::pull(&database.client, table));
    write!(streams.out, "{}", source.map_err(|error| no_source(&database, table, error))?)?;
    Ok(Status::Done)
}

/// Returns the error for a table without source. Suggests a similar name if the table does not exist.
fn no_source(database: &Database, table: &str, error: MigrateError) -> Failure {
    let path = database.relative(table);
    match error.detail() {
        Detail::NothingToPull { .. } => database.runtime.run(unknown(&database.client, path)).into(),
        &Detail::NotATable { found, .. } => Failure::PulledNoTable { path, found },
        _ => error.into(),
    }
}

/// Writes the modules, and prints their paths. Prints on stderr the tables that have no model.
fn all(args: &Pull, out: &Path, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let database = Database::open(&args.access)?;
    let below = &args.below.as_deref().map(|below| database.relative(below)).unwrap_or_default();
    let models = database.runtime.shown(streams, |reporter| pull_all(&database.client, below, reporter.on_read()))?;
    let sources = directory(&models.sources, &models.without);
    let present = files::list(out)?;
    let same: Vec<String> = present.into_iter().filter(|name| sources.iter().any(|file| file.name == *name)).collect();
    if !same.is_empty() {
        return Err(Failure::Present { directory: out.to_owned(), files: same });
    }
    let texts: Vec<(&str, &str)> = sources.iter().map(|SourceFile { name, text }| (&**name, &**text)).collect();
    for path in files::write_all(out, &texts)? {
        writeln!(streams.out, "{}", path.display())?;
    }
    streams.out.flush()?;
    if models.without.is_empty() {
        return Ok(Status::Done);
    }
    writeln!(streams.err, "No model of {}:", counted(models.without.len() as u64, "table"))?;
    for (path, why) in &models.without {
        writeln!(streams.err, "- `{path}`: {why}")?;
    }
    Ok(Status::Differs)
}
