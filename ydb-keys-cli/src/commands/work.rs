//! The work of one run of `apply`.

use ydb_keys_migrate::__internal::counted;
use ydb_keys_migrate::{Effect, Plan, TablePlan};

use super::args::Apply;

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
