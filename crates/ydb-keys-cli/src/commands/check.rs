//! `check`: checks that the tables of a database have the layouts of the models.

use clap::Args;
use ydb_keys::{CheckError, Table};

use super::choice::{Tables, choose};
use super::connect::{Connection, Database};
use super::failure::Failure;
use super::status::Status;
use super::streams::Streams;

#[derive(Args, Debug)]
pub(super) struct Check {
    #[command(flatten)]
    pub(super) tables: Tables,
    #[command(flatten)]
    pub(super) connection: Connection,
}

pub(super) fn check(args: &Check, tables: &[&'static Table], streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let tables = choose(tables, &args.tables.paths)?;
    let database = Database::connect(&args.connection)?;
    let directory = database.below().unwrap_or_default();
    let check = ydb_keys::check(&database.client, &tables).in_directory(directory);
    let checked = database.runtime.run(|_| check.into_future(), |_| ());
    match checked {
        Ok(()) => {
            let above = if directory.is_empty() { String::new() } else { format!("{directory}/") };
            for table in &tables {
                writeln!(streams.out, "`{above}{}` has the layout of its model", table.name)?;
            }
            Ok(Status::Done)
        }
        Err(differs @ CheckError::Differs(_)) => {
            writeln!(streams.out, "{differs}")?;
            Ok(Status::Differs)
        }
        Err(unread) => Err(Failure::Check(Box::new(unread))),
    }
}
