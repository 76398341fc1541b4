//! The order of deployment: which steps come before the new programs, and which after the old ones.

use ydb_keys_migrate::{Plan, TablePlan};

use super::estimate::Known;
use super::step::{Programs, cost};

/// One sentence for each thing to do, in order; empty if there is nothing to run.
pub(crate) fn order(plan: &Plan) -> Vec<String> {
    let mut order = Vec::new();
    let steps = || plan.tables.iter().flat_map(|table| table.runnable().iter().map(move |step| (table, step)));
    let programs = |table: &TablePlan, step| cost(table, step, &Known::default()).old_programs;
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
