//! Writes the statements of a plan as migrations.

use std::fs;
use std::path::Path;

use ydb_keys::Migration;
use ydb_keys_migrate::Plan;

use crate::commands::ddl::Format;
use crate::commands::failure::Failure;
use crate::commands::files;
use crate::commands::steps::written;
use crate::commands::streams::Streams;

/// Writes the statements of the plan, and prints the paths; on stderr, what is left to do.
pub(super) fn write(
    plan: &Plan,
    format: Format,
    allow_destructive: bool,
    directory: &Path,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let present = files::list(directory)?;
    let numbers = Migration::free_numbers(present.iter().map(String::as_str));
    let written = written(plan, format.into(), allow_destructive, numbers)
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
