//! The options of `apply`, and the work of one run of it.

use clap::{ArgGroup, Args};
use ydb_keys_migrate::__internal::counted;
use ydb_keys_migrate::{Effect, Plan, TablePlan};

use super::choice::Tables;
use super::connect::Connection;

#[derive(Args, Debug)]
#[command(group(ArgGroup::new("copies").args(["rekey", "drop_new", "finish", "back"])))]
pub(super) struct Apply {
    #[command(flatten)]
    pub(super) tables: Tables,
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
    pub(super) dual_writers: bool,
    /// With --rekey: writers stay as they are; the name of the table is taken away for the last pass, and they and the
    /// readers fail during that time
    #[arg(long, requires = "rekey", group = "writers")]
    pub(super) fence: bool,
    /// With --rekey: nobody writes the tables until it is done
    #[arg(long, requires = "rekey", group = "writers")]
    pub(super) writers_stopped: bool,
    /// Who makes the copy, as a second run says; a run with the same name goes on at once [default: the process and host]
    #[arg(long, value_name = "NAME", requires = "copies")]
    pub(super) runner: Option<String>,
    /// How long a copy belongs to a run that says nothing
    #[arg(long, value_name = "SECONDS", requires = "rekey", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=86400))]
    pub(super) lease: u64,
    /// The number of rows that one transaction copies; fewer for large rows
    #[arg(long, value_name = "N", requires = "rekey", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(super) batch_rows: u64,
    /// How often both tables are compared before a copy gives up, or before --fence takes the name away
    #[arg(long, value_name = "N", requires = "rekey", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) passes: u32,
    /// Let a copy replace its table even if grants, owner or attributes could not be copied
    #[arg(long, requires = "rekey")]
    pub(super) allow_lost_rights: bool,
    /// Only drop the old tables that earlier copies kept
    #[arg(long, conflicts_with_all = ["rekey", "allow_destructive"])]
    pub(super) drop_old: bool,
    /// Only give up unfinished copies: writers go back to the old table, and the new one is dropped
    #[arg(long, conflicts_with_all = ["rekey", "allow_destructive", "drop_old"])]
    pub(super) drop_new: bool,
    /// Only end changes with --dual-writers: writers no longer write the old tables, and --drop-old may drop them
    #[arg(long, conflicts_with_all = ["rekey", "allow_destructive", "drop_old", "drop_new"])]
    pub(super) finish: bool,
    /// Only take changes with --dual-writers back, before --finish: the names are swapped again
    #[arg(long, conflicts_with_all = ["rekey", "allow_destructive", "drop_old", "drop_new", "finish"])]
    pub(super) back: bool,
    /// Drop an old table even if it has rows that the new one may lack
    #[arg(long, requires = "drop_old")]
    pub(super) drop_anyway: bool,
    #[command(flatten)]
    pub(super) connection: Connection,
}

pub(super) struct Work<'p> {
    /// The plan, without steps that are not allowed.
    pub(super) plan: Plan,
    whole: &'p Plan,
    rekey: bool,
}

impl<'p> Work<'p> {
    pub(super) fn of(whole: &'p Plan, args: &Apply) -> Self {
        let plan = if args.allow_destructive { whole.clone() } else { whole.additive() };
        Work { plan, whole, rekey: args.rekey }
    }

    /// The tables that are copied into new ones.
    pub(super) fn copied(&self) -> impl Iterator<Item = &'p TablePlan> {
        let can = |table: &&TablePlan| table.rekey.as_ref().is_some_and(|rekey| rekey.obstacles.is_empty());
        self.whole.tables.iter().filter(|_| self.rekey).filter(can)
    }

    pub(super) fn copies(&self) -> usize {
        self.copied().count()
    }

    pub(super) fn is_nothing(&self) -> bool {
        self.steps() == 0 && self.copies() == 0
    }

    fn steps(&self) -> usize {
        self.plan.runnable().count()
    }

    /// `Run 3 steps, 1 of them destructive, leave out 2, and copy 1 table?`
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
