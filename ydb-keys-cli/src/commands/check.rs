//! `check`: checks that the tables of a database have the layouts of the models.

use ydb_keys::{CheckError, Table};

use super::args::Check;
use super::choice::choose;
use super::connect::Database;
use super::failure::Failure;
use super::status::Status;
use super::streams::Streams;

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
