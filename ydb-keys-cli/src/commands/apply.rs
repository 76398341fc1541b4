//! `apply`: runs the plan that makes a database equal to the models, or drops what earlier copies kept.

use std::time::Duration;

use ydb_keys::Table;
use ydb_keys_migrate::__internal::{Shown, counted};
use ydb_keys_migrate::{ApplyOptions, MigrateError, Plan, RekeyOptions, RekeyReport, TablePlan, drop_new, drop_old};

use super::choice::choose;
use super::connect::Database;
use super::failure::Failure;
use super::progress::Progress;
use super::prompt::ask;
use super::status::Status;
use super::streams::Streams;
use super::work::{Apply, Work};

pub(super) fn apply(args: &Apply, tables: &[&'static Table], streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let tables = choose(tables, &args.tables.paths)?;
    if args.rekey && !(args.dual_writers || args.fence || args.writers_stopped) {
        return Err(Failure::NoWriters);
    }
    let database = Database::connect(&args.connection)?;
    if args.drop_old || args.drop_new {
        return drop_left(args, &tables, &database, streams);
    }
    let plan = database.plan(&tables)?;
    write!(streams.out, "{}", Shown { plan: &plan, destructive: args.allow_destructive })?;

    let work = Work::of(&plan, args);
    let mut done = if args.rekey { settle(&database, &plan)? } else { Vec::new() };
    if work.is_nothing() {
        return end(&plan, &done, args, streams);
    }
    if work.copies() > 0 {
        write!(streams.out, "\n{}", warning(args))?;
    }
    streams.out.flush()?;
    if !args.yes && !ask(&work.question(), streams)? {
        writeln!(streams.out, "Nothing was done.")?;
        return Ok(Status::Differs);
    }
    done.extend(carry_out(&database, &work, args, streams)?);
    // Plan again: the database shows what is left to do.
    end(&database.plan(&tables)?, &done, args, streams)
}

/// Finishes copies that were interrupted after the swap, when their tables no longer differ from the models.
fn settle(database: &Database, plan: &Plan) -> Result<Vec<String>, Failure> {
    let client = &database.client;
    let notes = database.runtime.run(
        |_| async move {
            let mut notes = Vec::new();
            for table in plan.tables.iter().filter(|table| table.rekey.is_none()) {
                let of_table = ydb_keys_migrate::__internal::settle(client, table.table, &table.path).await?;
                notes.extend(of_table.iter().map(|note| noted(table, note)));
            }
            Ok::<_, MigrateError>(notes)
        },
        |_| (),
    );
    Ok(notes?)
}

fn noted(table: &TablePlan, note: &str) -> String {
    format!("`{}`: {note}.", table.path)
}

/// The warning printed before a copy begins.
fn warning(args: &Apply) -> &'static str {
    match (args.dual_writers, args.fence) {
        (true, _) => {
            "\
All writers must use a `DualWriter` until the copy is done. They wait for a moment at the swap.
Readers read the old table until the swap.
"
        }
        (_, true) => {
            "\
Writers go on. For the last pass the name of the table is taken away: reads and writes fail
during that time, which is printed before it begins. No write is lost.
"
        }
        _ => {
            "\
Nobody may write until the copy is done. Readers read the old table until the swap.
"
        }
    }
}

fn options(args: &Apply) -> RekeyOptions {
    let options = match (args.dual_writers, args.fence) {
        (true, _) => RekeyOptions::dual_writers(),
        (_, true) => RekeyOptions::fence(),
        _ => RekeyOptions::writers_stopped(),
    };
    options
        .allow_lost_rights(args.allow_lost_rights)
        .destructive(args.allow_destructive)
        .runner(args.runner.clone().unwrap_or_else(this_process))
        .lease(Duration::from_secs(args.lease))
        .batch_rows(args.batch_rows)
        .passes(args.passes)
}

/// Runs the steps, then the copies, and returns what was done, one line each.
fn carry_out(
    database: &Database,
    work: &Work<'_>,
    args: &Apply,
    streams: &mut Streams<'_>,
) -> Result<Vec<String>, Failure> {
    let mut progress = Progress::new(&mut streams.err, streams.bars);
    let done = database.runtime.run(
        |reporter| async move {
            let (client, mut on, mut done) = (&database.client, reporter.on_event(), Vec::new());
            let rekey = options(args);
            let options = ApplyOptions::default().destructive(args.allow_destructive);
            let applied = ydb_keys_migrate::apply(client, &work.plan, &options, &mut on).await?;
            if applied.done > 0 {
                done.push(format!("{} done.", counted(applied.done, "step")));
            }
            for table in work.copied() {
                let report = ydb_keys_migrate::rekey(client, table, &rekey, &mut on).await?;
                done.push(copied(table, &report));
                done.extend(report.notes.iter().map(|note| noted(table, note)));
            }
            Ok::<_, MigrateError>(done)
        },
        |update| progress.show(update),
    );
    Ok(done?)
}

/// Drops what copies have left, and does nothing else: the old tables, or with `--drop-new` the unfinished new ones.
fn drop_left(
    args: &Apply,
    tables: &[&'static Table],
    database: &Database,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let (question, what, none) = match args.drop_new {
        true => ("Give up the unfinished copies?", "The unfinished copy", "There is no unfinished copy."),
        false => {
            ("Drop the old tables that earlier copies kept?", "The old table", "No table is kept from an earlier copy.")
        }
    };
    if !args.yes && !ask(question, streams)? {
        writeln!(streams.out, "Nothing was done.")?;
        return Ok(Status::Differs);
    }
    let mut progress = Progress::new(&mut streams.err, streams.bars);
    let options = &options(args);
    let dropped = database.runtime.run(
        |reporter| async move {
            let (mut on, mut dropped) = (reporter.on_event(), Vec::new());
            for table in tables {
                let path = table.path_in(database.below().unwrap_or_default());
                let is_dropped = match args.drop_new {
                    true => drop_new(&database.client, table, &path, options, &mut on).await?,
                    false => drop_old(&database.client, table, &path, args.drop_anyway, &mut on).await?,
                };
                if is_dropped {
                    dropped.push(path);
                }
            }
            Ok::<_, MigrateError>(dropped)
        },
        |update| progress.show(update),
    )?;
    drop(progress);
    for path in &dropped {
        writeln!(streams.out, "{what} of `{path}` is dropped.")?;
    }
    if dropped.is_empty() {
        writeln!(streams.out, "{none}")?;
    }
    Ok(Status::Done)
}

fn copied(table: &TablePlan, report: &RekeyReport) -> String {
    let away = match report.away.is_zero() {
        true => String::new(),
        false => format!("; there was no table of that name for {:.1} s", report.away.as_secs_f64()),
    };
    format!(
        "`{}` has the model's key now, with {}; the old table is kept as `{}` until `apply --drop-old`{away}.",
        table.path,
        counted(report.rows, "row"),
        report.old_path
    )
}

/// Prints what was done and what is left to do.
fn end(plan: &Plan, done: &[String], args: &Apply, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    writeln!(streams.out)?;
    for line in done {
        writeln!(streams.out, "{line}")?;
    }
    if plan.is_in_step() {
        writeln!(streams.out, "The database matches the models.")?;
        return Ok(Status::Done);
    }
    writeln!(streams.out, "Not done:")?;
    for table in &plan.tables {
        for line in left(table, args) {
            writeln!(streams.out, "- `{}`: {line}", table.path)?;
        }
    }
    Ok(Status::Differs)
}

/// What is left to do for a table, one line each.
fn left(table: &TablePlan, args: &Apply) -> Vec<String> {
    let mut lines = Vec::new();
    match &table.rekey {
        Some(rekey) if rekey.obstacles.is_empty() => lines.push("`--rekey` copies it into a new table".to_owned()),
        Some(_) => lines.push("it cannot be copied yet; the plan names the obstacles".to_owned()),
        None => {}
    }
    if !table.by_hand.is_empty() {
        lines.push("change it by hand first (see the plan above)".to_owned());
    }
    if !table.runnable().is_empty() {
        let why = if args.allow_destructive { "run `apply` again" } else { "`--allow-destructive` runs them" };
        lines.push(format!("{} left out; {why}", counted(table.steps.len(), "step")));
    }
    lines
}

/// What another runner reads of this one: the host, if the system says it, and the process.
fn this_process() -> String {
    let host = std::env::var("HOSTNAME").or_else(|_| std::fs::read_to_string("/etc/hostname")).unwrap_or_default();
    format!("process {} on {}", std::process::id(), if host.trim().is_empty() { "a host" } else { host.trim() })
}
