//! Rows of a table of the database, in their order of arrival.

use super::super::args::AdviseArgs;
use super::super::error::AdviseError;
use crate::advise::{Intake, TableRows};
use crate::commands::database::Database;
use crate::commands::failure::Failure;
use crate::commands::progress::{Progress, Update};
use crate::run::table_rows;

/// Reads the rows. Returns the path of the table, too, relative to the database.
pub(super) fn read(
    args: &AdviseArgs,
    table: &str,
    progress: &mut Progress<'_>,
) -> Result<(String, TableRows), Failure> {
    let database = Database::open(&args.access)?;
    let path = database.relative(table);
    progress.show(Update::Now { text: format!("reading rows of `{path}`"), rows: None });
    let mut rows = database.runtime.run(|_| table_rows(&database.client, &path, args.rows), |_| ())?;
    rows.sort(args.arrival.as_deref()).map_err(AdviseError::from)?;
    Ok((path, rows))
}

pub(super) fn intake(rows: &TableRows, file: &str) -> Result<Intake, AdviseError> {
    rows.intake().map_err(|source| AdviseError::Cell { file: file.to_owned(), source })
}
