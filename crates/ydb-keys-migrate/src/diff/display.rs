//! Text form of a plan: steps as statements, with their notes.

use std::fmt;
use std::fmt::Display;

use ydb_keys::Layout;

use super::{Action, Effect, Plan, Rekey, StatementKind, Step, TablePlan, counted};

/// Function that returns the notes on a step, or on a copy if there is no step, as lines.
type Notes<'p> = &'p dyn Fn(&TablePlan, Option<&Step>) -> Vec<String>;

/// Returns no notes.
pub const NO_NOTES: Notes<'static> = &|_, _| Vec::new();

/// Plan with notes under its steps and copies, and with or without destructive steps. Steps that are left out are
/// marked and not counted.
pub struct Shown<'p> {
    /// Whole plan.
    pub plan: &'p Plan,
    /// `true` if destructive steps run.
    pub destructive: bool,
    /// Notes on the steps.
    pub notes: Notes<'p>,
}

impl Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_plan(f, self.plan, self.destructive, self.notes)
    }
}

impl Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_plan(f, self, true, NO_NOTES)
    }
}

fn write_plan(f: &mut fmt::Formatter<'_>, plan: &Plan, destructive: bool, notes: Notes<'_>) -> fmt::Result {
    let tables = || plan.tables.iter().map(|table| (table, running(table, destructive)));
    let of = tables().map(|(_, running)| running.len()).sum();
    let mut before = 0;
    for (table, running) in tables() {
        write_table(f, table, &running, before, of, notes)?;
        writeln!(f)?;
        before += running.len();
    }
    write_sum(f, plan, of)?;
    writeln!(f)
}

impl Display for TablePlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_table(f, self, self.runnable(), 0, self.runnable().len(), NO_NOTES)
    }
}

fn running(table: &TablePlan, destructive: bool) -> Vec<Step> {
    if destructive || table.runnable().is_empty() { table.runnable().to_vec() } else { table.additive() }
}

/// Writes the plan of one table. Steps that run are numbered after the `before` steps of earlier tables, out of `of`
/// steps in all.
fn write_table(
    f: &mut fmt::Formatter<'_>,
    plan: &TablePlan,
    running: &[Step],
    before: usize,
    of: usize,
    notes: Notes<'_>,
) -> fmt::Result {
    let step = |f: &mut fmt::Formatter<'_>, step: &Step| {
        step.to_string().lines().try_for_each(|line| writeln!(f, "    {line}"))?;
        notes(plan, Some(step)).iter().try_for_each(|note| writeln!(f, "    -- {note}"))
    };
    match plan.differences.len() {
        0 => writeln!(f, "{}: no difference", plan.path)?,
        1 => writeln!(f, "{}: 1 difference", plan.path)?,
        many => writeln!(f, "{}: {many} differences", plan.path)?,
    }
    for difference in &plan.differences {
        write_item(f, &difference.to_string(), "  ")?;
    }
    if !plan.runnable().is_empty() {
        writeln!(f, "  Steps, one statement per request:")?;
        let mut number = before;
        for next in &plan.steps {
            if running.contains(next) {
                number += 1;
                writeln!(f, "    -- {number} of {of}")?;
            } else {
                writeln!(f, "    -- left out without `--allow-destructive`")?;
            }
            step(f, next)?;
        }
    }
    if let Some(rekey) = &plan.rekey {
        write_rekey(f, rekey)?;
        write_section(f, "What the copy costs:", &notes(plan, None))?;
    }
    write_section(f, "Do this by hand first; until then, `apply` does not change this table:", &plan.by_hand)?;
    if plan.runnable().is_empty() && !plan.steps.is_empty() {
        writeln!(f, "  Steps that do not run before that:")?;
        for next in &plan.steps {
            writeln!(f, "    -- not yet")?;
            step(f, next)?;
        }
    }
    let not_compared: Vec<String> =
        plan.not_compared.iter().map(|missed| format!("{}: {}", missed.what, missed.why)).collect();
    write_section(f, "Not compared:", &not_compared)?;
    write_section(f, "Left alone, because a model cannot declare it:", &plan.left_alone)
}

fn write_rekey(f: &mut fmt::Formatter<'_>, rekey: &Rekey) -> fmt::Result {
    write_section(f, "ALTER TABLE cannot make these changes, but a copy into a new table can:", &rekey.reasons)?;
    write_section(f, "Besides the rows, the new table gets:", &rekey.carried)?;
    write_section(f, "The new table will not have:", &rekey.not_copied)?;
    match &*rekey.obstacles {
        [] => write_section(f, "What `apply --rekey` does:", &rekey.phases),
        obstacles => write_section(f, "The copy cannot start until this is done:", obstacles),
    }
}

fn write_section(f: &mut fmt::Formatter<'_>, heading: &str, items: &[String]) -> fmt::Result {
    if items.is_empty() {
        return Ok(());
    }
    writeln!(f, "  {heading}")?;
    items.iter().try_for_each(|item| write_item(f, item, "    "))
}

fn write_item(f: &mut fmt::Formatter<'_>, text: &str, indent: &str) -> fmt::Result {
    let mut lines = text.lines();
    writeln!(f, "{indent}- {}", lines.next().unwrap_or_default())?;
    lines.try_for_each(|line| writeln!(f, "{indent}  {line}"))
}

/// Writes the last line: the number of tables that differ, and the number of steps that run.
fn write_sum(f: &mut fmt::Formatter<'_>, plan: &Plan, steps: usize) -> fmt::Result {
    let differ = plan.tables.iter().filter(|table| !table.differences.is_empty()).count();
    match differ {
        0 => write!(f, "No table differs from its model")?,
        1 => write!(f, "1 of {} differs", counted(plan.tables.len(), "table"))?,
        differ => write!(f, "{differ} of {} differ", counted(plan.tables.len(), "table"))?,
    }
    let lossy = plan.runnable().filter(|(_, step)| step.effect == Effect::Destructive).count();
    let left_out = plan.runnable().count() - steps;
    if steps > 0 {
        write!(f, "; {}", counted(steps, "step"))?;
    }
    match (lossy, left_out) {
        (0, _) => {}
        (lossy, 0) => write!(f, ", {lossy} of them destructive")?,
        _ if steps > 0 => write!(f, "; {left_out} left out")?,
        _ => write!(f, "; {} left out", counted(left_out, "step"))?,
    }
    let copies = plan.tables.iter().filter(|table| table.rekey.is_some()).count();
    if copies > 0 {
        write!(f, "; {} to copy", counted(copies, "table"))?;
    }
    let by_hand = plan.tables.iter().filter(|table| !table.by_hand.is_empty()).count();
    if by_hand > 0 {
        write!(f, "; {} to change by hand", counted(by_hand, "table"))?;
    }
    write!(f, ".")
}

/// Last line of a plan: the number of tables that differ, and the number of steps in the whole plan.
pub struct Sum<'p>(pub &'p Plan);

impl Display for Sum<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_sum(f, self.0, self.0.runnable().count())
    }
}

/// Writes the statement with a semicolon. Notes are comments above and below it.
impl Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.effect, &self.note) {
            (Effect::Destructive, Some(note)) => writeln!(f, "-- destructive: {note}")?,
            (Effect::Destructive, None) => writeln!(f, "-- destructive")?,
            (Effect::Additive, Some(note)) => writeln!(f, "-- {note}")?,
            (Effect::Additive, None) => {}
        }
        self.action.fmt(f)
    }
}

impl Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Statement { kind: StatementKind::AddIndex { index }, statement } => {
                write!(f, "{statement};\n-- wait until index `{index}` is built")
            }
            Action::Statement { statement, .. } => write!(f, "{statement};"),
            Action::AwaitIndex { index } => write!(f, "-- wait until index `{index}` is built"),
            Action::FillColumn { statement, .. } => write!(f, "-- in pages of the key\n{statement};"),
            Action::WriteLayout { layout } => {
                write!(
                    f,
                    "-- set the table's attribute {}, for which YQL has no statement:\n-- {layout}",
                    Layout::ATTRIBUTE
                )
            }
        }
    }
}
