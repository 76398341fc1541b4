//! `pull`: prints an annotated struct for a table of the database.

use super::args::Pull;
use super::connect::Database;
use super::failure::Failure;
use super::streams::Streams;
use crate::migrate;

pub(super) fn pull(args: &Pull, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let database = Database::open(&args.access)?;
    let source = database.runtime.run(|_| migrate::pull(&database.client, &args.table), |_| ())?;
    write!(streams.out, "{source}")?;
    Ok(())
}
