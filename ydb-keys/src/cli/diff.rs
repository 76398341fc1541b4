//! `diff`: prints how a database differs from the models, and the plan.

use super::args::Diff;
use super::choice::choose;
use super::connect::Database;
use super::failure::Failure;
use super::status::Status;
use super::streams::Streams;
use crate::schema::Table;

pub(super) fn diff(args: &Diff, tables: &[&'static Table], streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let tables = choose(tables, &args.tables.paths)?;
    let plan = Database::connect(&args.connection)?.plan(&tables)?;
    if args.json {
        let text = serde_json::to_string_pretty(&plan).map_err(std::io::Error::from)?;
        writeln!(streams.out, "{text}")?;
    } else {
        write!(streams.out, "{plan}")?;
    }
    Ok(if plan.is_in_step() { Status::Done } else { Status::Differs })
}
