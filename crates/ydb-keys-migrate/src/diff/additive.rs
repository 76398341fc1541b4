//! The steps of a plan that can run now, and those of them that lose nothing.

use super::{Effect, Plan, Step, TablePlan};

impl TablePlan {
    /// The steps that can run now: none if something must be done by hand first.
    pub fn runnable(&self) -> &[Step] {
        if self.by_hand.is_empty() { &self.steps } else { &[] }
    }

    /// The steps that [`Plan::additive`] keeps.
    #[doc(hidden)]
    pub fn additive(&self) -> Vec<Step> {
        additive(&self.steps)
    }
}

impl Plan {
    /// The steps that can run now, each with its table: those of [`steps`](Self::steps) without the steps of tables
    /// where something must be done by hand first.
    pub fn runnable(&self) -> impl Iterator<Item = (&TablePlan, &Step)> {
        self.tables.iter().flat_map(|table| table.runnable().iter().map(move |step| (table, step)))
    }

    /// The plan without its destructive steps, and without additive steps that belong to the same change as one of
    /// them: the steps that replace an index, which drop its old version, and `RESET (TTL)` before a new TTL.
    ///
    /// A column or an index that is only in the table stays there.
    #[must_use]
    pub fn additive(&self) -> Plan {
        let tables = self.tables.iter().map(|table| TablePlan { steps: table.additive(), ..table.clone() });
        Plan { tables: tables.collect() }
    }
}

fn additive(steps: &[Step]) -> Vec<Step> {
    let is_destructive = |step: &&Step| step.effect == Effect::Destructive;
    let lossy: Vec<&str> = steps.iter().filter(is_destructive).filter_map(|step| step.part_of.as_deref()).collect();
    let alone = |step: &&Step| step.part_of.as_deref().is_none_or(|change| !lossy.contains(&change));
    steps.iter().filter(|step| !is_destructive(step)).filter(alone).cloned().collect()
}
