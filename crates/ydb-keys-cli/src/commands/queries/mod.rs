//! `queries`: judges queries in files and queries that a database runs, and compares the judgement with the database's
//! plans.

mod check;
mod live;
mod vet;

use std::path::{Path, PathBuf};
use std::{fs, io};

use clap::Subcommand;
use ydb_keys::Table;

use self::check::CheckQueries;
use self::live::LiveQueries;
use self::vet::VetQueries;
use super::database::{Connection, Database};
use super::failure::Failure;
use super::findings::{FindingLevel, ReportedFinding, SourcePlace};
use super::lint::survey;
use super::streams::{Status, Streams};
use crate::lint::{LiveShape, ModelTables, SeenTable, Survey};
use crate::queries::{JudgedQuery, QueryFault, QueryTables, other_indexes};
use crate::run::LookRange;
pub(super) use live::{PATIENCE, Ran, is_own, ran, summary};

/// Queries written by hand.
#[derive(Debug, Subcommand)]
pub(in crate::commands) enum QueriesCommand {
    /// Find queries that read whole tables, name columns that are not there, or forget a hash
    Check(CheckQueries),
    /// Find those among the queries that a database has run; those with faults that read most come first
    Live(LiveQueries),
    /// Compare how a database plans the queries of files with what `check` says of them
    Vet(VetQueries),
}

pub(super) fn queries(
    command: &QueriesCommand,
    models: &[&'static Table],
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    match command {
        QueriesCommand::Check(args) => check::check(args, models, streams),
        QueriesCommand::Live(args) => live::live(args, streams),
        QueriesCommand::Vet(args) => vet::vet(args, streams),
    }
}

/// Returns all files of the paths; a directory stands for its .yql and .sql files.
pub(super) fn all_files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.append(&mut sources(path)?);
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

/// Returns the file's name without its extension: the name of a query that has no other.
pub(super) fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

/// Returns the .yql and .sql files of a directory, sorted by name.
pub(in crate::commands) fn sources(directory: &Path) -> Result<Vec<PathBuf>, Failure> {
    let failed = |source: io::Error| match source.kind() {
        io::ErrorKind::NotADirectory => Failure::NoDirectory(directory.to_owned()),
        _ => Failure::File { what: "read", path: directory.to_owned(), source },
    };
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        if path.extension().is_some_and(|extension| extension == "yql" || extension == "sql") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

pub(super) fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// URL of the guide's page on queries.
pub(super) const HELP: &str = ydb_keys_core::__chapter!("operating_queries");

/// Returns the faults and then the questions of queries, at the lines of their file if there is one.
pub(super) fn found<'q>(
    file: Option<&str>,
    queries: impl IntoIterator<Item = &'q JudgedQuery>,
) -> Vec<ReportedFinding> {
    let (mut errors, mut questions) = (Vec::new(), Vec::new());
    for query in queries {
        errors.extend(query.errors.iter().map(|fault| of(file, FindingLevel::Error, fault)));
        questions.extend(query.questions.iter().map(|fault| of(file, FindingLevel::Note, fault)));
    }
    errors.append(&mut questions);
    errors
}

/// Returns the faults of a query in a file as findings.
pub(super) fn errors(file: &str, faults: &[QueryFault]) -> Vec<ReportedFinding> {
    faults.iter().map(|fault| of(Some(file), FindingLevel::Error, fault)).collect()
}

fn of(file: Option<&str>, level: FindingLevel, fault: &QueryFault) -> ReportedFinding {
    ReportedFinding {
        rule: fault.rule.to_owned(),
        level,
        subject: None,
        message: fault.message.clone(),
        place: file.map(|file| SourcePlace { file: file.to_owned(), line: fault.line, column: fault.column }),
    }
}

/// Reads the tables of a database, and passes them to a function that judges queries.
pub(super) fn by_database<T>(
    connection: &Connection,
    streams: &mut Streams<'_>,
    judged: impl FnOnce(&Database, &QueryTables<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let database = Database::connect(connection)?;
    let below = database.below().unwrap_or_default();
    let (range, models) = (LookRange { below, tables: &[] }, ModelTables { tables: &[], below });
    let survey = survey(&database, range, models, streams)?;
    by_seen(&survey, |tables| judged(&database, tables))
}

/// Passes the tables of a survey to a function that judges queries.
pub(super) fn by_seen<T>(
    Survey { seen, others, unread, .. }: &Survey,
    judged: impl FnOnce(&QueryTables<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let shapes: Vec<LiveShape<'_>> = seen.iter().map(|seen| seen.shape().with_defaults()).collect();
    let is_guessed = |(shape, seen): &(&LiveShape<'_>, &SeenTable)| shape.declared.is_none() && !seen.shows_hash();
    let guessed: Vec<&str> = shapes.iter().zip(seen).filter(is_guessed).map(|(shape, _)| shape.path()).collect();
    let indexes = seen.iter().flat_map(|seen| other_indexes(&seen.live));
    let is_sampled = |(shape, seen): &(&LiveShape<'_>, &SeenTable)| shape.declared.is_none() && seen.shows_hash();
    let sampled: Vec<&str> = shapes.iter().zip(seen).filter(is_sampled).map(|(shape, _)| shape.path()).collect();
    let paths = others.iter().chain(unread.iter().map(|unread| &unread.path)).cloned();
    let others: Vec<String> = paths.chain(indexes).collect();
    by_shapes(&shapes, (&guessed, &sampled), &others, judged)
}

/// Passes tables to a function that judges queries. Tables of `guessed` have a hash only by its name, those of
/// `sampled` by their rows.
pub(super) fn by_shapes<T>(
    shapes: &[LiveShape<'_>],
    (guessed, sampled): (&[&str], &[&str]),
    others: &[String],
    judged: impl FnOnce(&QueryTables<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let indexes: Vec<_> = shapes.iter().map(|shape| shape.indexes()).collect();
    let tables: Vec<_> = shapes.iter().zip(&indexes).map(|(shape, indexes)| shape.table(indexes)).collect();
    judged(&QueryTables { all: &tables, guessed, sampled, others })
}
