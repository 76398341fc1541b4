//! Writes a plan as migrations: a file for each statement, and the remaining work as comments.

use std::fs;
use std::path::Path;

use ydb_keys::{Migration, MigrationFormat};
use ydb_keys_core::ddl::{Body, Down};
use ydb_keys_migrate::{Action, Effect, Plan, StatementKind, Step, TablePlan};

use crate::commands::failure::Failure;
use crate::commands::files;
use crate::commands::streams::Streams;

/// Writes the plan's statements as migration files, and prints their paths. Prints the remaining work on stderr.
pub(super) fn write(
    plan: &Plan,
    format: MigrationFormat,
    allow_destructive: bool,
    directory: &Path,
    streams: &mut Streams<'_>,
) -> Result<(), Failure> {
    let present = files::list(directory)?;
    let numbers = Migration::free_numbers(present.iter().map(String::as_str));
    let written =
        written(plan, format, allow_destructive, numbers).ok_or_else(|| Failure::NoNumberLeft(directory.to_owned()))?;
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

/// Migration files of a plan, and the work that they leave.
#[derive(Debug, Default)]
pub(super) struct PlanMigrations {
    pub(super) migrations: Vec<Migration>,
    /// Comments on tables without a statement; they are printed on stderr.
    pub(super) comments: String,
    /// `true` if the statements do not do all of the plan.
    is_partial: bool,
}

/// Converts a plan into migrations, with one statement each: a migration that fails after its first statement could not
/// be run again.
///
/// Destructive statements, and statements that belong to the same change, become comments unless they are allowed.
/// Returns `None` if `numbers` ends.
pub(super) fn written(
    plan: &Plan,
    format: MigrationFormat,
    is_destructive_allowed: bool,
    mut numbers: impl Iterator<Item = u64>,
) -> Option<PlanMigrations> {
    let mut written = PlanMigrations::default();
    for table in &plan.tables {
        let (mut comments, mut files) = (String::new(), Vec::new());
        let additive = table.additive();
        for step in &table.steps {
            let left_out = match step.effect {
                _ if !table.by_hand.is_empty() => Some("After the work by hand:"),
                _ if is_destructive_allowed || additive.contains(step) => None,
                Effect::Destructive => Some("Left out, since it is destructive:"),
                Effect::Additive => Some("Left out, since it belongs to a destructive change:"),
            };
            match (&step.action, left_out) {
                (Action::Statement { kind, statement }, None) => {
                    comment(&mut comments, &remark(step));
                    files.push((std::mem::take(&mut comments), kind, statement));
                    if let Some(index) = step.action.builds_index() {
                        comment(&mut comments, &format!("Wait until index `{index}` is built."));
                    }
                }
                (_, left_out) => {
                    let why = left_out.unwrap_or("Not a single statement:");
                    comment(&mut comments, &format!("{why}\n{step}"));
                    written.is_partial = true;
                }
            }
        }
        for what in left(table) {
            comment(&mut comments, &what);
            written.is_partial = true;
        }
        let last = files.len();
        for (at, (before, kind, statement)) in files.into_iter().enumerate() {
            let after = if at + 1 == last { std::mem::take(&mut comments) } else { String::new() };
            let body = Body {
                before: &before,
                statements: std::slice::from_ref(statement),
                after: &after,
                down: Down::Comment("The way back is not generated: write it if you need one."),
            };
            let what = format!("{}_{}", table.path, title(kind));
            written.migrations.push(Migration::of(format, numbers.next()?, &what, body));
        }
        if !comments.is_empty() {
            written.comments += &format!("-- Table `{}`:\n{comments}", table.path);
        }
    }
    Some(written)
}

/// Adds each line of a text as an SQL comment.
fn comment(comments: &mut String, text: &str) {
    for line in text.lines() {
        let line = line.strip_prefix("-- ").unwrap_or(line);
        *comments += &format!("-- {line}\n");
    }
}

/// Returns the note of a step, after the word `destructive` if the step is.
fn remark(step: &Step) -> String {
    let note = step.note.as_deref().unwrap_or_default();
    match (step.effect, note) {
        (Effect::Additive, _) => note.to_owned(),
        (Effect::Destructive, "") => "destructive".to_owned(),
        (Effect::Destructive, _) => format!("destructive: {note}"),
    }
}

/// Returns the work of a plan that no statement does: a copy, and changes by hand.
fn left(plan: &TablePlan) -> impl Iterator<Item = String> {
    let copy = plan.rekey.iter().flat_map(|rekey| {
        let reasons = rekey.reasons.iter().map(|reason| format!("- {reason}"));
        std::iter::once("This needs a copy into a new table, `apply --rekey`:".to_owned()).chain(reasons)
    });
    let by_hand = plan.by_hand.iter().map(|what| format!("By hand: {what}"));
    copy.chain(by_hand)
}

/// Returns a part of a migration's file name for a statement, e.g. `add_column_amount`.
fn title(kind: &StatementKind) -> String {
    let kind = serde_json::to_value(kind).unwrap_or_default();
    let verb = kind["kind"].as_str().unwrap_or("alter");
    let name = ["column", "family", "index", "from", "changefeed"].iter().find_map(|key| kind[key].as_str());
    name.map_or_else(|| verb.to_owned(), |name| format!("{verb}_{name}"))
}
