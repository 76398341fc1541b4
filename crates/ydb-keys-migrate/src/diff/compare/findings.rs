//! Findings of a comparison, and the order of the steps.
//!
//! Each file of this room compares one subject and reports findings of these kinds:
//!
//! - a *difference*, for people, together with its cure:
//!   - a *step*, one `ALTER TABLE`, with its [`StepTurn`];
//!   - a *reason for a copy*, if no `ALTER TABLE` can help;
//!   - something *to do by hand*, if a copy cannot help either;
//! - something *not compared*, because the server does not report it;
//! - something *left alone*, because a model cannot declare it.
//!
//! [`TableFindings::finish`] turns the findings into a plan. It sorts the steps by their turn; within a turn they keep
//! the order in which they were found. A single reason for a copy replaces all steps by the copy, because the new table
//! is created from the model. Manual changes are then necessary before the copy, and things that were left alone are
//! lost with the old table.

use ydb_keys::Table;
use ydb_keys::schema::Store;
use ydb_keys_core::ddl::{AlterTable, Change};

use crate::diff::{Action, Difference, Effect, NotCompared, Rekey, StatementKind, Step, TablePlan};
use crate::live::{LiveSettings, LiveTable};
use crate::rekey::phases;

/// Turn of a step: its position in the plan.
///
/// A family is added before the columns in it, and a column before the indexes on it. The indexes and the TTL that use
/// a column are dropped before the column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum StepTurn {
    AddFamily,
    AlterFamily,
    AddColumn,
    AlterColumn,
    FillColumn,
    ResetTtl,
    /// Indexes are dropped before new ones are added, to make room: a table can have 20 indexes.
    DropIndex,
    ReplaceIndex,
    AddIndex,
    AlterIndex,
    DropColumn,
    Partitioning,
    Settings,
    SetTtl,
    /// Changefeeds follow the columns, and an initial scan then includes them.
    Changefeed,
    WriteLayout,
}

/// Findings so far of the comparison of a model with a live table.
pub(super) struct TableFindings<'a> {
    pub(super) table: &'static Table,
    pub(super) path: &'a str,
    pub(super) live: &'a LiveTable,
    pub(super) differences: Vec<Difference>,
    steps: Vec<(StepTurn, Step)>,
    part_of: Option<String>,
    /// Reasons for which only a copy into a new table helps.
    pub(super) reasons: Vec<String>,
    /// Obstacles that prevent a copy but do not prevent steps.
    pub(super) obstacles: Vec<String>,
    /// Properties of the live table, besides its rows, that a copy gives to the new table.
    pub(super) carried: Vec<String>,
    /// Properties of the live table that a new table would not have, because the model does not declare them.
    pub(super) not_copied: Vec<String>,
    /// Changes that neither a statement nor a copy can make, with instructions.
    pub(super) by_hand: Vec<String>,
    not_compared: Vec<NotCompared>,
    left_alone: Vec<String>,
}

impl<'a> TableFindings<'a> {
    pub(super) const fn new(table: &'static Table, path: &'a str, live: &'a LiveTable) -> Self {
        TableFindings {
            table,
            path,
            live,
            differences: Vec::new(),
            steps: Vec::new(),
            part_of: None,
            reasons: Vec::new(),
            obstacles: Vec::new(),
            carried: Vec::new(),
            not_copied: Vec::new(),
            by_hand: Vec::new(),
            not_compared: Vec::new(),
            left_alone: Vec::new(),
        }
    }

    /// Returns the settings of the live table; `None` if the server does not have `SHOW CREATE TABLE`.
    pub(super) fn settings(&self) -> Option<&'a LiveSettings> {
        self.live.settings.as_ref()
    }

    /// Adds a step that loses nothing.
    pub(super) fn step(&mut self, turn: StepTurn, change: Change<'_>) {
        self.push(turn, self.statement(change), Effect::Additive, None);
    }

    /// Adds a step that loses nothing, with a note.
    pub(super) fn noted(&mut self, turn: StepTurn, change: Change<'_>, note: String) {
        self.push(turn, self.statement(change), Effect::Additive, Some(note));
    }

    /// Adds a step that loses something. The note names the loss.
    pub(super) fn destructive(&mut self, turn: StepTurn, change: Change<'_>, note: String) {
        self.push(turn, self.statement(change), Effect::Destructive, Some(note));
    }

    pub(super) fn push(&mut self, turn: StepTurn, action: Action, effect: Effect, note: Option<String>) {
        self.steps.push((turn, Step { action, effect, note, part_of: self.part_of.clone() }));
    }

    /// Calls `find`, and marks the steps that it adds as parts of one change.
    pub(super) fn as_one(&mut self, change: String, find: impl FnOnce(&mut Self)) {
        self.part_of = Some(change);
        find(self);
        self.part_of = None;
    }

    pub(super) fn statement(&self, change: Change<'_>) -> Action {
        let kind = StatementKind::of(&change);
        let statement = AlterTable { path: self.path, change }.to_string();
        Action::Statement { kind, statement }
    }

    pub(super) fn needs_a_copy_already(&self) -> bool {
        !self.reasons.is_empty()
    }

    pub(super) fn not_compared(&mut self, what: impl Into<String>, why: impl Into<String>) {
        self.not_compared.push(NotCompared { what: what.into(), why: why.into() });
    }

    /// Adds a property of the live table that a model cannot declare. It stays as it is; only a copy into a new table
    /// loses it.
    pub(super) fn left_alone(&mut self, what: impl Into<String>) {
        let list = if self.needs_a_copy_already() { &mut self.not_copied } else { &mut self.left_alone };
        list.push(what.into());
    }

    /// Returns `true` if both sides have the column with different types.
    pub(super) fn has_other_type(&self, column: &str) -> bool {
        self.differences
            .iter()
            .any(|difference| matches!(difference, Difference::ColumnType { name, .. } if name == column))
    }

    pub(super) fn finish(self) -> TablePlan {
        let TableFindings { table, path, live, differences, mut steps, mut obstacles, mut by_hand, .. } = self;
        let (reasons, carried, mut not_copied, mut left_alone) =
            (self.reasons, self.carried, self.not_copied, self.left_alone);
        // The sort is stable: within a turn the steps stay in the order in which they were found.
        steps.sort_by_key(|&(turn, _)| turn);
        let mut steps: Vec<Step> = steps.into_iter().map(|(_, step)| step).collect();
        let rekey = (!reasons.is_empty()).then(|| {
            steps.clear();
            obstacles.splice(0..0, by_hand.drain(..));
            not_copied.append(&mut left_alone);
            Rekey { reasons, obstacles, carried, not_copied, phases: phases(table, live, path) }
        });
        let path = path.to_owned();
        TablePlan { table, path, differences, steps, rekey, by_hand, not_compared: self.not_compared, left_alone }
    }
}

/// Returns a note on the place of the layout; `None` for a row table, which has it as an attribute.
pub(super) fn layout_note(table: &Table) -> Option<String> {
    let text =
        "YDB does not report the attributes of a column table, so `apply` stores its layout in `ydb_keys/changes`";
    (table.store == Store::Column).then(|| text.to_owned())
}
