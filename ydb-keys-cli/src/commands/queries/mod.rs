//! `queries`: judges queries in files, and those that a database runs; and compares the judgement with its plans.

mod check;
mod files;
mod found;
mod live;
mod ran;
mod tables;
mod vet;

pub(super) use files::{all_files, shown, stem};
pub(super) use found::{HELP, errors, found};
pub(super) use ran::{Ran, ran, summary};
pub(super) use tables::{by_database, by_seen};

use clap::Subcommand;
use ydb_keys::Table;

use self::check::CheckQueries;
use self::live::LiveQueries;
use self::vet::VetQueries;
use super::failure::Failure;
use super::status::Status;
use super::streams::Streams;

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
