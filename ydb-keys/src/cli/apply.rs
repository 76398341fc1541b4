//! `apply`: carries out the plan that makes a database equal to the models.

use super::args::Apply;
use super::choice::choose;
use super::connect::Database;
use super::failure::Failure;
use super::program::Status;
use super::progress::Progress;
use super::prompt::ask;
use super::streams::Streams;
use crate::diff::{Effect, Plan, Step, TablePlan};
use crate::schema::Table;
use crate::sdk::{self, Applied, ApplyOptions};

pub(super) fn apply(args: &Apply, tables: &[&'static Table], streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let tables = choose(tables, &args.tables.paths)?;
    let database = Database::connect(&args.connection)?;
    let plan = database.plan(&tables)?;
    write!(streams.out, "{plan}")?;
    streams.out.flush()?;

    let run = if args.allow_destructive { plan.clone() } else { plan.additive() };
    let steps: Vec<&Step> = run.tables.iter().flat_map(TablePlan::runnable).collect();
    if steps.is_empty() {
        return end(&plan, 0, args, streams);
    }
    let left_out = plan.steps().count() - steps.len();
    if !args.yes && !ask(&question(&steps, left_out), streams)? {
        writeln!(streams.out, "Nothing was done.")?;
        return Ok(Status::Differs);
    }
    let applied = carry_out(&database, &run, args, streams)?;
    // The database says what is left, not the plan.
    end(&database.plan(&tables)?, applied.done, args, streams)
}

/// `Run 3 steps, 1 of them destructive, and leave out 2?`
fn question(steps: &[&Step], left_out: usize) -> String {
    let destructive = steps.iter().filter(|step| step.effect == Effect::Destructive).count();
    let mut question = format!("Run {}", counted(steps.len(), "step"));
    if destructive > 0 {
        question += &format!(", {destructive} of them destructive");
    }
    if left_out > 0 {
        question += &format!(", and leave out {left_out}");
    }
    question + "?"
}

fn carry_out(database: &Database, plan: &Plan, args: &Apply, streams: &mut Streams<'_>) -> Result<Applied, Failure> {
    let options = ApplyOptions { destructive: args.allow_destructive };
    let mut progress = Progress::new(streams.err, streams.bars);
    let applied = database.runtime.run(
        |teller| async move { sdk::apply(&database.client, plan, &options, &mut teller.on()).await },
        |told| progress.hear(told),
    );
    Ok(applied?)
}

/// Says what was done and what is left.
fn end(plan: &Plan, done: usize, args: &Apply, streams: &mut Streams<'_>) -> Result<Status, Failure> {
    writeln!(streams.out)?;
    if done > 0 {
        writeln!(streams.out, "{} done.", counted(done, "step"))?;
    }
    if plan.is_in_step() {
        writeln!(streams.out, "The database is as the models say.")?;
        return Ok(Status::Done);
    }
    writeln!(streams.out, "Left:")?;
    for table in &plan.tables {
        for line in left(table, args) {
            writeln!(streams.out, "- `{}`: {line}", table.path)?;
        }
    }
    Ok(Status::Differs)
}

/// What is left of a table's plan, one line each.
fn left(table: &TablePlan, args: &Apply) -> Vec<String> {
    let mut lines = Vec::new();
    if table.rekey.is_some() {
        lines.push("it must be copied into a new table".to_owned());
    }
    if !table.by_hand.is_empty() {
        lines.push("something is to be done by hand first; the plan says what".to_owned());
    }
    if !table.runnable().is_empty() {
        let why = if args.allow_destructive { "run `apply` again" } else { "`--allow-destructive` runs them" };
        lines.push(format!("{} left out; {why}", counted(table.steps.len(), "step")));
    }
    lines
}

/// `1 step`, `2 steps`.
fn counted(n: usize, what: &str) -> String {
    if n == 1 { format!("1 {what}") } else { format!("{n} {what}s") }
}
