//! `check` and `status`: compare the tables of a database with the models, and print pending changes.

use clap::Args;
use ydb_keys::{CheckError, Table};
use ydb_keys_migrate::__internal::{Recorded, Remains, counted, remains};
use ydb_keys_migrate::{Difference, Effect, TablePlan};

use super::database::{Connection, Database, TableNames, choose};
use super::failure::Failure;
use super::streams::{Status, Streams};

#[derive(Args, Debug)]
pub(super) struct Check {
    #[command(flatten)]
    pub(super) tables: TableNames,
    #[command(flatten)]
    pub(super) connection: Connection,
}

pub(super) fn check(args: &Check, tables: &[&'static Table], streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let tables = choose(tables, &args.tables.paths)?;
    let database = Database::connect(&args.connection)?;
    let directory = database.below().unwrap_or_default();
    let check = ydb_keys::check(&database.client, &tables).in_directory(directory);
    let checked = database.runtime.run(check.into_future());
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

pub(super) fn state(args: &Check, tables: &[&'static Table], streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let tables = choose(tables, &args.tables.paths)?;
    let database = Database::connect(&args.connection)?;
    let plan = database.plan(&tables)?;
    let mut all_applied = true;
    for table in &plan.tables {
        let remains = database.runtime.run(Box::pin(remains(&database.client, &table.path)))?;
        all_applied &= table.differences.is_empty() && !remains.is_away;
        writeln!(streams.out, "`{}`: {}", table.path, pending(table))?;
        for line in left(&remains) {
            writeln!(streams.out, "  {line}")?;
        }
    }
    Ok(if all_applied { Status::Done } else { Status::Differs })
}

/// Describes the state of a table in one line: applied or not, and the changes that are pending.
fn pending(table: &TablePlan) -> String {
    let mut parts = Vec::new();
    if table.differences.is_empty() {
        parts.push("applied".to_owned());
    } else if table.differences.contains(&Difference::MissingTable) {
        parts.push("there is no table yet".to_owned());
    }
    let steps = table.runnable();
    let lossy = steps.iter().filter(|step| step.effect == Effect::Destructive).count();
    match (steps.len(), lossy) {
        (0, _) => {}
        // Without a difference, the layout of the table is not stored yet.
        (pending, 0) => parts.push(format!("{} pending", counted(pending, "step"))),
        (pending, lossy) => parts.push(format!("{} pending, {lossy} of them destructive", counted(pending, "step"))),
    }
    if !table.by_hand.is_empty() {
        parts.push("to be changed by hand first; `diff` says how".to_owned());
        if !table.steps.is_empty() {
            parts.push(format!("{} after that", counted(table.steps.len(), "step")));
        }
    }
    if table.rekey.is_some() {
        parts.push("needs a copy, `apply --rekey`".to_owned());
    }
    parts.join("; ")
}

/// Describes the tables that changes of the key have left, one line each.
fn left(Remains { kept, unfinished, is_away, change }: &Remains) -> Vec<String> {
    let mut lines = Vec::new();
    if *is_away {
        lines.push("its name is taken away until the copy ends: run `apply --rekey` again at once".to_owned());
    }
    if let Some(Recorded { swapped, reversible, layout, runner, begun_at }) = change {
        let what = match (*swapped, *reversible) {
            (true, true) => "can be taken back with `apply --back` until `apply --finish`; swapped to the key",
            (true, false) => "swapped to the key",
            (false, _) => "not swapped yet to the key",
        };
        lines.push(format!("{what} `{layout}`, by `{runner}`, begun {begun_at}"));
    }
    if let Some(kept) = kept {
        let until = match change {
            _ if *is_away => "has its rows",
            Some(change) if change.reversible => {
                "is kept with the old key, and dual writers write it until `apply --finish`"
            }
            _ => "is kept with the old key; `apply --drop-old` drops it",
        };
        lines.push(format!("`{kept}` {until}"));
    }
    lines.extend(unfinished.iter().map(|copy| {
        format!("`{copy}` is an unfinished copy: `apply --rekey` goes on with it, `apply --drop-new` gives it up")
    }));
    lines
}
