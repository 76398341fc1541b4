//! The part of a plan that can be run, and the part of that which loses nothing.

use super::{Action, Effect, Plan, Step, TablePlan};
use crate::ddl::Name;

/// The end of the name under which the new form of an index is built.
const TEMPORARY: &str = "__ydb_keys_new";

impl TablePlan {
    /// The steps that can be run now: none where something is to be done by hand first.
    pub fn runnable(&self) -> &[Step] {
        if self.by_hand.is_empty() { &self.steps } else { &[] }
    }

    /// The steps that [`Plan::additive`] keeps.
    pub(crate) fn additive(&self) -> Vec<Step> {
        additive(&self.steps)
    }
}

impl Plan {
    /// The plan without its destructive steps, and without the additive ones that make sense only together with one of them: those
    /// that replace an index, whose old form is to be dropped, and `RESET (TTL)` before a new TTL.
    ///
    /// A column or an index that is only in the table stays there, whatever else is changed.
    #[must_use]
    pub fn additive(&self) -> Plan {
        let tables = self.tables.iter().map(|table| TablePlan { steps: table.additive(), ..table.clone() });
        Plan { tables: tables.collect() }
    }
}

fn additive(steps: &[Step]) -> Vec<Step> {
    let is_destructive = |step: &&Step| step.effect == Effect::Destructive;
    let left_out: Vec<&str> = steps.iter().filter(is_destructive).filter_map(statement).collect();
    let ends_with = |end: &str| left_out.iter().any(|statement| statement.ends_with(end));
    let sets_ttl = left_out.iter().any(|statement| statement.contains(" SET (TTL = "));
    let alone = |step: &&Step| match &step.action {
        Action::Statement { builds_index: Some(index), .. } | Action::AwaitIndex { index } => {
            let replaced = index.strip_suffix(TEMPORARY).unwrap_or(index);
            !ends_with(&format!(" DROP INDEX {}", Name(replaced)))
        }
        Action::Statement { statement, .. } => {
            let renames = left_out.iter().filter_map(|left| left.split_once(" DROP INDEX ")).any(|(table, index)| {
                statement
                    .strip_prefix(table)
                    .is_some_and(|rest| rest.starts_with(" RENAME INDEX ") && rest.ends_with(&format!(" TO {index}")))
            });
            let makes_way = sets_ttl && statement.ends_with(" RESET (TTL)");
            !renames && !makes_way
        }
        Action::WriteLayout { .. } => true,
    };
    steps.iter().filter(|step| !is_destructive(step)).filter(alone).cloned().collect()
}

fn statement(step: &Step) -> Option<&str> {
    match &step.action {
        Action::Statement { statement, .. } => Some(statement),
        _ => None,
    }
}
