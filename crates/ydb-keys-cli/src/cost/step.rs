//! Cost of one step, from the change that its statement makes.
//!
//! YDB runs the statements in different ways. Adding a column without a default, dropping and setting change only the
//! description of the table; compactions move or free the bytes later. A column with a default is built in the
//! background, like an index: the server reads all rows in a snapshot, and writes go on. Until it is built, no other
//! change of the table's schema is accepted. BulkUpsert refuses tables with a synchronous index.

use serde::Serialize;
use ydb_keys::schema::IndexKind;
use ydb_keys_core::ddl::Name;
use ydb_keys_migrate::{Action, Effect, StatementKind, Step, TablePlan};

use super::{CostBasis, Touched};

/// Effect of a step on running programs with the old models.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Programs {
    /// All programs go on.
    GoOn,
    /// Some programs fail, of one kind that the sentence names.
    SomeFail,
    /// Programs that use the changed part fail; the new programs must be deployed before.
    Fail,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Cost {
    #[serde(flatten)]
    pub(crate) touched: Touched,
    /// Requests that wait or are refused while the step runs.
    pub(crate) locks: String,
    /// Effect on running programs with the old models.
    pub(crate) old_programs: Programs,
    /// Effect on running programs as a sentence.
    pub(crate) old_programs_text: String,
    /// `true` if the step can be undone without a loss.
    pub(crate) undoable: bool,
    /// Statement or way to undo the step, or the loss.
    pub(crate) undo: String,
}

const NO_LOCK: &str = "nothing";
const BUILD: &str = "no rows; no other change of this table's schema until it is built";
const NONE: &str = "they go on";

impl Cost {
    /// Returns the cost of a change of the description that does not affect any program.
    fn quiet(undo: impl Into<String>) -> Self {
        Cost {
            touched: CostBasis::nothing(),
            locks: NO_LOCK.to_owned(),
            old_programs: Programs::GoOn,
            old_programs_text: NONE.to_owned(),
            undoable: true,
            undo: undo.into(),
        }
    }

    fn takes(self, touched: Touched, locks: &str) -> Self {
        Cost { touched, locks: locks.to_owned(), ..self }
    }

    fn ends(self, old_programs: Programs, text: impl Into<String>) -> Self {
        Cost { old_programs, old_programs_text: text.into(), ..self }
    }

    fn loses(self) -> Self {
        Cost { undoable: false, ..self }
    }
}

pub(crate) fn cost(plan: &TablePlan, step: &Step, known: &CostBasis<'_>) -> Cost {
    let (table, model) = (Name(&plan.path), plan.table);
    let alter = |change: &str| format!("ALTER TABLE {table} {change}");
    match &step.action {
        Action::AwaitIndex { .. } => Cost::quiet("drop the index").takes(known.all(1, known.rates.build), BUILD),
        Action::FillColumn { column, .. } => {
            let locks = "the rows of a page for one transaction: other writers of these rows try again";
            Cost::quiet(format!("not needed: nothing reads {} before its index", Name(column)))
                .takes(known.all(1, known.rates.pages), locks)
        }
        Action::WriteLayout { .. } => Cost::quiet("not needed: only `check` reads it"),
        Action::Statement { kind, statement } => match kind {
            StatementKind::CreateTable => Cost::quiet(format!("DROP TABLE {table}, with the rows written since")),
            StatementKind::AddColumn { column } => {
                let cost = Cost::quiet(format!(
                    "{}, with the values written since",
                    alter(&format!("DROP COLUMN {}", Name(column)))
                ));
                let def = model.columns.iter().find(|def| def.name == column);
                let cost = if def.is_some_and(|def| def.default.is_some()) {
                    cost.takes(known.all(1, known.rates.build), BUILD)
                } else {
                    cost
                };
                match &step.note {
                    Some(note) if note.contains("bulk upserts and loaders fail") => cost
                        .ends(Programs::SomeFail, "bulk upserts and loaders without the column fail; all others go on"),
                    _ => cost,
                }
            }
            StatementKind::DropColumn { column } => Cost::quiet("impossible: the values are lost")
                .loses()
                .ends(Programs::Fail, format!("those that read or write {} fail", Name(column))),
            StatementKind::AlterColumn { column } => altered(statement, &table.to_string(), column),
            StatementKind::AddFamily { .. } => {
                Cost::quiet("not needed: a family without columns costs nothing, and YDB cannot drop it")
            }
            StatementKind::AlterFamily { .. } | StatementKind::AlterIndex { .. } => {
                Cost::quiet("set the old values again")
            }
            StatementKind::AddIndex { index } => {
                let cost = Cost::quiet(alter(&format!("DROP INDEX {}", Name(index))));
                let cost = cost.takes(known.all(1, known.rates.build), BUILD);
                let def = model.indexes.iter().find(|def| index.starts_with(def.name));
                if def.is_none_or(|def| def.kind == IndexKind::Async) {
                    cost.ends(Programs::GoOn, "they go on; each write also writes the index, after its commit")
                } else {
                    cost.ends(
                        Programs::SomeFail,
                        "bulk upserts and loaders fail, as into any table with a synchronous index; all others go on, and \
                         each write also writes the index",
                    )
                }
            }
            StatementKind::DropIndex { index } if step.effect == Effect::Additive => {
                Cost::quiet(format!("not needed: nothing reads {}", Name(index)))
            }
            StatementKind::DropIndex { index } => {
                let undo = Cost::quiet("add the index again, which builds it from all rows");
                undo.ends(Programs::Fail, format!("those that read through {} fail", Name(index)))
            }
            StatementKind::RenameIndex { from, to } => {
                Cost::quiet(alter(&format!("RENAME INDEX {} TO {}", Name(to), Name(from))))
            }
            StatementKind::Set { .. } if step.effect == Effect::Destructive => {
                let undo = format!("{}; rows that have expired by then are lost", alter("RESET (TTL)"));
                Cost::quiet(undo).loses().ends(Programs::SomeFail, "they go on, but no longer find rows that expire")
            }
            StatementKind::Set { .. } => Cost::quiet("set the old values again"),
            StatementKind::ResetTtl => Cost::quiet("set the old TTL again"),
            StatementKind::AddChangefeed { changefeed } => {
                let undo = Cost::quiet(alter(&format!("DROP CHANGEFEED {}", Name(changefeed))));
                undo.ends(Programs::GoOn, "they go on; each write also writes a record")
            }
            StatementKind::DropChangefeed { .. } => Cost::quiet("impossible: records that nobody has read are lost")
                .loses()
                .ends(Programs::Fail, "readers of the changefeed fail"),
            _ => Cost::quiet("unknown"),
        },
        _ => Cost::quiet("unknown"),
    }
}

/// Computes the cost of `ALTER COLUMN` by the action after the column's name.
fn altered(statement: &str, table: &str, column: &str) -> Cost {
    let before = format!("ALTER TABLE {table} ALTER COLUMN {} ", Name(column));
    let action = statement.strip_prefix(&before).unwrap_or_default();
    if action.starts_with("DROP NOT NULL") {
        return Cost::quiet("only by a copy of the table: YDB cannot add NOT NULL to an existing column")
            .loses()
            .ends(Programs::SomeFail, "they go on until a row has NULL there, which they cannot read");
    }
    if action.starts_with("SET FAMILY") {
        return Cost::quiet("set the old family again; compactions move the values, each way");
    }
    let cost = Cost::quiet("set the old default again");
    cost.ends(Programs::GoOn, "they go on; rows that they write without the column get the new default")
}

pub(crate) fn copy(plan: &TablePlan, known: &CostBasis<'_>) -> Cost {
    Cost {
        // The rows are read three times: for the copy, for the comparison, and for a second comparison after the swap.
        touched: known.all(3, known.rates.pages),
        locks: "the rows of a page for one transaction; at the swap what `--dual-writers`, `--fence` or \
                `--writers-stopped` says"
            .to_owned(),
        old_programs: Programs::Fail,
        old_programs_text: "those with the old key fail after the swap; `--dual-writers` keeps the writers going"
            .to_owned(),
        undoable: true,
        undo: format!(
            "before the swap `apply --drop-new`; after it the old table stays as {} until `apply --drop-old`, without the \
             rows written since. Until then the rows take twice the space",
            Name(&format!("{}__ydb_keys_old", plan.path))
        ),
    }
}
