//! `queries`: judges queries in files, and those that a database runs; and compares the judgement with its plans.

mod check;
mod files;
mod found;
mod live;
mod tables;
mod vet;

pub(super) use files::{all_files, read, shown, stem};
pub(super) use found::{HELP, found};
pub(super) use tables::{by_database, by_seen};

use ydb_keys::Table;

use super::args::QueriesCommand;
use super::failure::Failure;
use super::status::Status;
use super::streams::Streams;

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
