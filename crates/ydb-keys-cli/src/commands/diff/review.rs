//! A plan with what reviewers ask about it.

use std::collections::BTreeMap;

use ydb_keys_migrate::{Plan, Step, TablePlan};

use super::queries::ChangedQuery;
use crate::cost::{Cost, CostBasis, Rates, copy, cost};
use crate::lint::AllCounters;

/// A plan with what reviewers ask about it.
pub(super) struct Review {
    pub(super) plan: Plan,
    /// Whether costs are wanted, and the statistics for them, unless they cannot be read.
    pub(super) statistics: Option<Option<AllCounters>>,
    /// The rates that a rehearsal has measured, by the paths of the tables.
    pub(super) rates: BTreeMap<String, Rates>,
    /// The queries that the plan breaks, if there were queries to judge.
    pub(super) queries: Option<Vec<ChangedQuery>>,
}

impl Review {
    /// What a step costs, or the copy of a table; `None` unless costs are wanted.
    pub(super) fn cost(&self, table: &TablePlan, step: Option<&Step>) -> Option<Cost> {
        self.statistics.as_ref().map(|_| self.judged(table, step))
    }

    /// The same, wanted or not.
    pub(super) fn judged(&self, table: &TablePlan, step: Option<&Step>) -> Cost {
        let counters = self.statistics.as_ref().and_then(Option::as_ref).and_then(|all| all.of_table(&table.path));
        let known = CostBasis { counters, rates: self.rates.get(&table.path).copied().unwrap_or_default() };
        match step {
            Some(step) => cost(table, step, &known),
            None => copy(table, &known),
        }
    }
}
