//! `queries`: judges queries in files, and those that a database runs.

mod check;
mod files;
mod found;
mod live;
mod tables;

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
    }
}
