//! Cost of the steps of a plan: rows, time, locks, effects on running programs, and how to undo; and the order of
//! deployment. Pure.

mod step;
#[cfg(test)]
mod tests;

use serde::Serialize;
use ydb_keys_migrate::{Plan, TablePlan};

use crate::lint::TableCounters;
pub(crate) use step::{Cost, Programs, copy, cost};

/// Rows per second that pass through a table row by row.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Rate {
    pub(crate) rows_per_second: f64,
    /// `true` if a rehearsal measured the rate; otherwise it is an assumption.
    pub(crate) measured: bool,
}

impl Rate {
    const fn assumed(rows_per_second: f64) -> Self {
        Rate { rows_per_second, measured: false }
    }
}

/// Rates of a database.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rates {
    /// Rate of a build within the server: of an index, or of a column with a default.
    pub(crate) build: Rate,
    /// Rate of pages that `apply` copies, fills or compares.
    pub(crate) pages: Rate,
}

/// Rates that are assumed. YDB publishes none; they depend on nodes, partitions and the size of rows. These are guesses
/// on the slow side. The page marks them as assumed, and a rehearsal replaces them.
impl Default for Rates {
    fn default() -> Self {
        Rates { build: Rate::assumed(10_000.0), pages: Rate::assumed(5_000.0) }
    }
}

impl Rates {
    /// Creates the rates from a rehearsal's measurements in rows per second. Without a new index, the rate of builds
    /// stays a guess.
    pub(crate) fn measured(pages: f64, build: Option<f64>) -> Self {
        let measured = |rows_per_second| Rate { rows_per_second, measured: true };
        Rates { build: build.map_or(Rates::default().build, measured), pages: measured(pages) }
    }
}

/// Data on a table from which the cost of its plan is computed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CostBasis<'a> {
    /// Statistics of the table; `None` if they cannot be read.
    pub(crate) counters: Option<&'a TableCounters>,
    pub(crate) rates: Rates,
}

/// Rows, bytes and time that a step touches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Touched {
    /// Number of rows; `None` if the statistics of the table cannot be read.
    pub(crate) rows: Option<u64>,
    pub(crate) bytes: Option<u64>,
    pub(crate) minutes: Option<f64>,
    /// Rate from which `minutes` is computed; `None` if the time does not depend on the rows.
    pub(crate) rate: Option<Rate>,
}

impl CostBasis<'_> {
    /// Returns the cost of a step that touches no rows: only the description of the table changes, within seconds.
    const fn nothing() -> Touched {
        Touched { rows: Some(0), bytes: Some(0), minutes: Some(0.0), rate: None }
    }

    /// Returns the cost of a step that passes over all rows `times` times.
    fn all(&self, times: u64, rate: Rate) -> Touched {
        let rows = self.counters.map(|counters| counters.rows.saturating_mul(times));
        Touched {
            rows,
            bytes: self.counters.map(|counters| counters.bytes.saturating_mul(times)),
            minutes: rows.map(|rows| (rows as f64 / rate.rows_per_second / 60.0 * 100.0).ceil() / 100.0),
            rate: Some(rate),
        }
    }
}

/// Describes the order of deployment in one sentence per task. The list is empty if there is nothing to run.
pub(crate) fn order(plan: &Plan) -> Vec<String> {
    let mut order = Vec::new();
    let steps = || plan.tables.iter().flat_map(|table| table.runnable().iter().map(move |step| (table, step)));
    let programs = |table: &TablePlan, step| cost(table, step, &CostBasis::default()).old_programs;
    let additive: usize =
        plan.tables.iter().filter(|table| table.by_hand.is_empty()).map(|table| table.additive().len()).sum();
    let destructive = steps().count() - additive;
    let mut stopped: Vec<&str> = Vec::new();
    for (table, step) in steps() {
        let is_additive = table.additive().contains(step);
        let fails = is_additive && programs(table, step) == Programs::SomeFail;
        if fails && !stopped.contains(&table.path.as_str()) {
            stopped.push(&table.path);
        }
    }
    if !stopped.is_empty() {
        let tables = stopped.iter().map(|path| format!("`{path}`")).collect::<Vec<_>>().join(", ");
        order.push(format!(
            "Stop the programs of {tables} that fail after these steps, such as loaders: the steps name them."
        ));
    }
    if additive > 0 {
        let but = if stopped.is_empty() { "" } else { " but for those" };
        order.push(format!("Run `apply`: the steps that lose nothing. Old programs go on{but}."));
    }
    let copies = plan.tables.iter().filter(|table| table.rekey.is_some()).count();
    if copies > 0 {
        order.push(
            "Deploy writers with a `DualWriter`, and run `apply --rekey --dual-writers`; or fence or stop the writers."
                .to_owned(),
        );
        order.push("With dual writers: run `apply --finish` when nobody needs `apply --back` any more.".to_owned());
    }
    if additive + destructive + copies > 0 {
        order.push("Deploy the new programs, and wait until no old program runs.".to_owned());
    }
    if destructive > 0 {
        order.push(
            "Run `apply --allow-destructive`: the steps marked `destructive`, which end old programs.".to_owned(),
        );
    }
    if copies > 0 {
        order.push("Run `apply --drop-old` when nobody needs the old rows any more.".to_owned());
    }
    order
}
