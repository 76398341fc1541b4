//! `apply`: runs the plan that makes a database equal to the models, or ends changes of keys that earlier copies have
//! begun.

use std::time::Duration;

use clap::{ArgGroup, Args};
use ydb_keys::Table;
use ydb_keys_migrate::__internal::{NO_NOTES, Shown, counted};
use ydb_keys_migrate::{
    ApplyOptions, Effect, MigrateError, Plan, RekeyOptions, RekeyReport, TablePlan, drop_new, drop_old,
};

use super::database::{Connection, Database, TableNames, choose};
use super::failure::Failure;
use super::streams::{Status, Streams, ask};

pub(super) fn apply(args: &Apply, tables: &[&'static Table], streams: &mut Streams<'_>) -> Result<Status, Failure> {
    let tables = choose(tables, &args.tables.paths)?;
    if args.rekey && !(args.dual_writers || args.fence || args.writers_stopped) {
        return Err(Failure::NoWriters);
    }
    let database = Database::connect(&args.connection)?;
    if let Some(end) = CopyEnd::of(args) {
        return end_changes(end, args, &tables, &database, streams);
    }
    let plan = database.plan(&tables)?;
    write!(streams.out, "{}", Shown { plan: &plan, destructive: args.allow_destructive, notes: NO_NOTES })?;

    let work = ApplyWork::of(&plan, args);
    let mut done = if args.rekey { settle(&database, &plan)? } else { Vec::new() };
    if work.steps() == 0 && work.copies() == 0 {
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
    let notes = database.runtime.run(async move {
        let mut notes = Vec::new();
        for table in plan.tables.iter().filter(|table| table.rekey.is_none()) {
            let of_table = ydb_keys_migrate::__internal::settle(client, table.table, &table.path).await?;
            notes.extend(of_table.iter().map(|note| noted(table, note)));
        }
        Ok::<_, MigrateError>(notes)
    });
    Ok(notes?)
}

fn noted(table: &TablePlan, note: &str) -> String {
    format!("`{}`: {note}.", table.path)
}

/// Returns the warning that is printed before a copy begins.
fn warning(args: &Apply) -> &'static str {
    match (args.dual_writers, args.fence) {
        (true, _) => {
            "\
All writers must use a `DualWriter` until `apply --finish`. They wait for a moment at the swap.
Readers read the old table until the swap. `apply --back` swaps the names again.
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

/// Runs the steps, then the copies. Returns a line for each thing that was done.
fn carry_out(
    database: &Database,
    work: &ApplyWork<'_>,
    args: &Apply,
    streams: &mut Streams<'_>,
) -> Result<Vec<String>, Failure> {
    let done = database.runtime.shown(streams, |reporter| async move {
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
    });
    Ok(done?)
}

/// Action on earlier copies, run in place of the plan: `--drop-old`, `--drop-new`, `--finish` or `--back`.
#[derive(Clone, Copy)]
enum CopyEnd {
    DropOld,
    DropNew,
    Finish,
    Back,
}

impl CopyEnd {
    fn of(args: &Apply) -> Option<Self> {
        let all = [
            (args.drop_old, CopyEnd::DropOld),
            (args.drop_new, CopyEnd::DropNew),
            (args.finish, CopyEnd::Finish),
            (args.back, CopyEnd::Back),
        ];
        all.into_iter().find_map(|(is_asked, end)| is_asked.then_some(end))
    }

    /// Returns the question to the user, the line for each changed table, and the line if no table was changed.
    fn texts(self) -> (&'static str, &'static str, &'static str) {
        match self {
            CopyEnd::DropOld => (
                "Drop the old tables that earlier copies kept?",
                "The old table of {} is dropped.",
                "No table is kept from an earlier copy.",
            ),
            CopyEnd::DropNew => (
                "Give up the unfinished copies?",
                "The unfinished copy of {} is dropped.",
                "There is no unfinished copy.",
            ),
            CopyEnd::Finish => (
                "Finish the changes, so that they cannot be taken back?",
                "The change of {} is finished; `apply --drop-old` drops the old table.",
                "There is no change to finish.",
            ),
            CopyEnd::Back => (
                "Take the changes back, so that the tables have their old keys?",
                "{} has its old key again; `apply --rekey` makes the change again, `apply --drop-new` gives it up.",
                "There is no change to take back.",
            ),
        }
    }
}

/// Runs only an action on earlier copies, without the plan, and prints a line for each table that it changed.
fn end_changes(
    end: CopyEnd,
    args: &Apply,
    tables: &[&'static Table],
    database: &Database,
    streams: &mut Streams<'_>,
) -> Result<Status, Failure> {
    let (question, what, none) = end.texts();
    if !args.yes && !ask(question, streams)? {
        writeln!(streams.out, "Nothing was done.")?;
        return Ok(Status::Differs);
    }
    let options = &options(args);
    let lines = database.runtime.shown(streams, |reporter| async move {
        let (mut on, mut lines, client) = (reporter.on_event(), Vec::new(), &database.client);
        for table in tables {
            let path = table.path_in(database.below().unwrap_or_default());
            let done = match end {
                CopyEnd::DropNew => drop_new(client, table, &path, options, &mut on).await?.then(Vec::new),
                CopyEnd::DropOld => drop_old(client, table, &path, args.drop_anyway, &mut on).await?.then(Vec::new),
                CopyEnd::Back => options.back(client, table, &path, &mut on).await?.then(Vec::new),
                CopyEnd::Finish => options.finish(client, table, &path, &mut on).await?,
            };
            lines.extend(done.is_some().then(|| what.replace("{}", &format!("`{path}`"))));
            lines.extend(done.iter().flatten().map(|note| format!("`{path}`: {note}.")));
        }
        Ok::<_, MigrateError>(lines)
    })?;
    for line in &lines {
        writeln!(streams.out, "{line}")?;
    }
    if lines.is_empty() {
        writeln!(streams.out, "{none}")?;
    }
    Ok(Status::Done)
}

fn copied(table: &TablePlan, report: &RekeyReport) -> String {
    let away = if report.away.is_zero() {
        String::new()
    } else {
        format!("; there was no table of that name for {:.1} s", report.away.as_secs_f64())
    };
    let until =
        if report.reversible { "until `apply --finish`, then `apply --drop-old`" } else { "until `apply --drop-old`" };
    format!(
        "`{}` has the model's key now, with {}; the old table is kept as `{}` {until}{away}.",
        table.path,
        counted(report.rows, "row"),
        report.old_path
    )
}

/// Prints the lines of work that was done, then the differences that remain.
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

/// Returns a line for each kind of work that remains for a table.
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

/// Names this process and its host, for other runners that find its copy.
fn this_process() -> String {
    let host = std::env::var("HOSTNAME").or_else(|_| std::fs::read_to_string("/etc/hostname")).unwrap_or_default();
    format!("process {} on {}", std::process::id(), if host.trim().is_empty() { "a host" } else { host.trim() })
}

#[derive(Args, Debug)]
#[command(group(ArgGroup::new("copies").args(["rekey", "drop_new", "finish", "back"])))]
pub(super) struct Apply {
    #[command(flatten)]
    pub(super) tables: TableNames,
    /// Run without a question
    #[arg(long)]
    pub(super) yes: bool,
    /// Also run steps that lose rows, values or an index
    #[arg(long)]
    pub(super) allow_destructive: bool,
    /// Copy tables for changes that ALTER TABLE cannot make: another key, another hash, another store
    #[arg(long)]
    pub(super) rekey: bool,
    /// With --rekey: all writers use a `DualWriter`; they wait for a moment at the swap
    #[arg(long, requires = "rekey", group = "writers")]
    dual_writers: bool,
    /// With --rekey: writers stay as they are; the name of the table is taken away for the last pass, and they and the
    /// readers fail during that time
    #[arg(long, requires = "rekey", group = "writers")]
    pub(super) fence: bool,
    /// With --rekey: nobody writes the tables until it is done
    #[arg(long, requires = "rekey", group = "writers")]
    writers_stopped: bool,
    /// Name of the runner; a run with the same name resumes at once [default: the process and host]
    #[arg(long, value_name = "NAME", requires = "copies")]
    pub(super) runner: Option<String>,
    /// How long a copy belongs to a run that says nothing
    #[arg(long, value_name = "SECONDS", requires = "rekey", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86400))]
    lease: u64,
    /// The number of rows that one transaction copies; fewer for large rows
    #[arg(long, value_name = "N", requires = "rekey", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    batch_rows: u64,
    /// How often both tables are compared before a copy gives up, or before --fence takes the name away
    #[arg(long, value_name = "N", requires = "rekey", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) passes: u32,
    /// Let a copy replace its table even if grants, owner or attributes could not be copied
    #[arg(long, requires = "rekey")]
    allow_lost_rights: bool,
    /// Only drop the old tables that earlier copies kept
    #[arg(long, conflicts_with_all = ["rekey", "allow_destructive"])]
    drop_old: bool,
    /// Only give up unfinished copies: writers go back to the old table, and the new one is dropped
    #[arg(long, conflicts_with_all = ["rekey", "allow_destructive", "drop_old"])]
    drop_new: bool,
    /// Only end changes with --dual-writers: writers no longer write the old tables, and --drop-old may drop them
    #[arg(long, conflicts_with_all = ["rekey", "allow_destructive", "drop_old", "drop_new"])]
    pub(super) finish: bool,
    /// Only take changes with --dual-writers back, before --finish: the names are swapped again
    #[arg(long, conflicts_with_all = ["rekey", "allow_destructive", "drop_old", "drop_new", "finish"])]
    pub(super) back: bool,
    /// Drop an old table even if it has rows that the new one may lack
    #[arg(long, requires = "drop_old")]
    drop_anyway: bool,
    #[command(flatten)]
    pub(super) connection: Connection,
}

struct ApplyWork<'p> {
    /// Plan that is run: without destructive steps, unless they are allowed.
    pub(super) plan: Plan,
    whole: &'p Plan,
    rekey: bool,
}

impl<'p> ApplyWork<'p> {
    pub(super) fn of(whole: &'p Plan, args: &Apply) -> Self {
        let plan = if args.allow_destructive { whole.clone() } else { whole.additive() };
        ApplyWork { plan, whole, rekey: args.rekey }
    }

    /// Returns the tables that are copied into new ones.
    pub(super) fn copied(&self) -> impl Iterator<Item = &'p TablePlan> {
        let can = |table: &&TablePlan| table.rekey.as_ref().is_some_and(|rekey| rekey.obstacles.is_empty());
        self.whole.tables.iter().filter(|_| self.rekey).filter(can)
    }

    pub(super) fn copies(&self) -> usize {
        self.copied().count()
    }

    fn steps(&self) -> usize {
        self.plan.runnable().count()
    }

    /// Asks the user for permission: `Run 3 steps, 1 of them destructive, leave out 2, and copy 1 table?`
    pub(super) fn question(&self) -> String {
        let destructive = self.plan.runnable().filter(|(_, step)| step.effect == Effect::Destructive).count();
        let left_out = self.whole.runnable().count() - self.steps();
        let mut parts = Vec::new();
        if self.steps() > 0 {
            let lossy = if destructive > 0 { format!(", {destructive} of them destructive") } else { String::new() };
            parts.push(format!("run {}{lossy}", counted(self.steps(), "step")));
            if left_out > 0 {
                parts.push(format!("leave out {left_out}"));
            }
        }
        if self.copies() > 0 {
            parts.push(format!("copy {}", counted(self.copies(), "table")));
        }
        let last = parts.pop().unwrap_or_default();
        let mut question = if parts.is_empty() { last } else { format!("{}, and {last}", parts.join(", ")) };
        if let Some(first) = question.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        question + "?"
    }
}
