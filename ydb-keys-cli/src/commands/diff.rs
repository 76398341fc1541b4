//! `diff`: prints how a database differs from the models, and the plan; or writes its statements as migrations.

use std::fs;
use std::path::Path;

use serde::Serialize;
use ydb_keys::{Migration, Table};
use ydb_keys_migrate::Plan;

use super::args::Diff;
use super::choice::choose;
use super::connect::Database;
use super::failure::Failure;
use super::files;
use super::status::Status;
use super::steps::written;
use super::streams::Streams;

pub(super) fn diff(args: &Diff, tables: &[&'static Table], streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let tables = choose(tables, &args.tables.paths)?;
    let plan = Database::connect(&args.connection)?.plan(&tables)?;
    if let Some(directory) = &args.out {
        write(&plan, args, directory, streams)?;
    } else if args.json {
        let text = serde_json::to_string_pretty(&Json { version: 1, command: "diff", plan: &plan });
        let text = text.map_err(std::io::Error::from)?;
        writeln!(streams.out, "{text}")?;
    } else {
        write!(streams.out, "{plan}")?;
    }
    Ok(if plan.is_in_step() { Status::Done } else { Status::Differs })
}

/// What `--json` prints.
#[derive(Serialize)]
struct Json<'a> {
    version: u32,
    command: &'static str,
    #[serde(flatten)]
    plan: &'a Plan,
}

/// Writes the statements of the plan, and prints the paths; on stderr, what is left to do.
fn write(plan: &Plan, args: &Diff, directory: &Path, streams: &mut Streams<'_>) -> Result<(), Failure> {
    let present = files::list(directory)?;
    let numbers = Migration::free_numbers(present.iter().map(String::as_str));
    let written = written(plan, args.format.into(), args.allow_destructive, numbers)
        .ok_or_else(|| Failure::NoNumberLeft(directory.to_owned()))?;
    let is_same = |name: &&String| {
        let text = fs::read_to_string(directory.join(name)).unwrap_or_default();
        written.migrations.iter().any(|migration| migration.text == text)
    };
    let same: Vec<String> = present.iter().filter(is_same).cloned().collect();
    if !same.is_empty() {
        return Err(Failure::Written { directory: directory.to_owned(), files: same });
    }
    files::write_migrations(directory, &written.migrations, &mut streams.out)?;
    streams.out.flush()?;
    write!(streams.err, "{}", written.comments)?;
    if written.is_partial {
        writeln!(streams.err, "These statements are not the whole plan: the comments say what is left to do.")?;
    }
    Ok(())
}
