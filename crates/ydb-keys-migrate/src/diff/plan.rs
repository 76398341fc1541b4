//! Plan that makes live tables equal to their models, as data: tables, steps, and kinds of statements.

use serde::Serialize;
use ydb_keys::Table;
use ydb_keys_core::ddl::Change;

use super::{Difference, NotCompared};

/// Differences between models and a database, and the steps that make them equal.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Plan {
    /// Plans of the tables, one per model, in the order of the schema.
    pub tables: Vec<TablePlan>,
}

/// Differences between a model and its table, and the steps that make them equal.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TablePlan {
    /// Model of the table.
    #[serde(skip)]
    pub table: &'static Table,
    /// Path of the table, relative to the database.
    pub path: String,
    /// Differences. If empty, the table agrees with the model, as far as it could be compared.
    pub differences: Vec<Difference>,
    /// Steps in the order in which they must run. They remove all differences except those of
    /// [`rekey`](TablePlan::rekey) and [`by_hand`](TablePlan::by_hand). A step that only writes the layout attribute
    /// has no difference.
    pub steps: Vec<Step>,
    /// Copy into a new table, if ALTER TABLE cannot remove all differences. `steps` is then empty, because the new
    /// table is created from the model.
    pub rekey: Option<Rekey>,
    /// Changes that neither steps nor a copy can make, with instructions, one sentence each.
    pub by_hand: Vec<String>,
    /// Parts that could not be compared.
    pub not_compared: Vec<NotCompared>,
    /// Parts of the table that a model cannot declare, such as a fulltext index or a changefeed. No step touches them.
    pub left_alone: Vec<String>,
}

/// Copy of a table into a new one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rekey {
    /// Reasons for the copy, one sentence each.
    pub reasons: Vec<String>,
    /// Obstacles to the copy, with instructions. If empty, the copy can start.
    pub obstacles: Vec<String>,
    /// Properties that the copy carries over besides the rows, although the model does not declare them: grants,
    /// attributes.
    pub carried: Vec<String>,
    /// Properties of the old table that the new one will not have, because the model does not declare them.
    pub not_copied: Vec<String>,
    /// Phases of the copy, one sentence each.
    pub phases: Vec<String>,
}

impl Plan {
    /// Returns `true` if no table differs from its model.
    pub fn is_in_step(&self) -> bool {
        self.tables.iter().all(|table| table.differences.is_empty())
    }

    /// Returns the steps of all tables, each with its table.
    pub fn steps(&self) -> impl Iterator<Item = (&TablePlan, &Step)> {
        self.tables.iter().flat_map(|table| table.steps.iter().map(move |step| (table, step)))
    }
}

/// Step of a plan: a single request to the database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// Action of the step, as a statement if YQL has one.
    #[serde(flatten)]
    pub action: Action,
    /// Effect on rows and readers.
    pub effect: Effect,
    /// Warning or remark in a sentence; most steps have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Change that the step is a part of, such as `index by_customer`, if the change takes several steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part_of: Option<String>,
}

/// Action of a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "action", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Action {
    /// DDL statement, without a closing semicolon.
    Statement {
        /// Kind of change that the statement makes.
        #[serde(flatten)]
        kind: StatementKind,
        /// Text of the statement.
        statement: String,
    },
    /// Waits for an index that exists but is not built yet.
    AwaitIndex {
        /// Name of the index.
        index: String,
    },
    /// Computes a column in rows that have no value in it yet: page by page, in the order of the key, with one
    /// statement per page.
    FillColumn {
        /// Name of the column.
        column: String,
        /// Statement that has the effect of all pages together.
        statement: String,
    },
    /// Writes the attribute [`Layout::ATTRIBUTE`](ydb_keys::Layout::ATTRIBUTE). YQL has no statement for that.
    WriteLayout {
        /// Value of the attribute.
        layout: String,
    },
}

/// Effect of a step on rows and readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Nothing is lost, and queries that worked before still work.
    Additive,
    /// Rows, values or an index are lost, or rows start to expire.
    Destructive,
}

impl Action {
    /// Returns the index that must be ready before the next step.
    pub fn builds_index(&self) -> Option<&str> {
        match self {
            Action::Statement { kind: StatementKind::AddIndex { index }, .. } | Action::AwaitIndex { index } => {
                Some(index)
            }
            Action::Statement { .. } | Action::FillColumn { .. } | Action::WriteLayout { .. } => None,
        }
    }
}

/// Kind of change that the statement of a step makes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[non_exhaustive]
#[allow(missing_docs, reason = "the fields are the names of what changes")]
pub enum StatementKind {
    /// `CREATE TABLE`
    CreateTable,
    /// `ADD COLUMN`
    AddColumn { column: String },
    /// `DROP COLUMN`
    DropColumn { column: String },
    /// `ALTER COLUMN`: NOT NULL, the default or the family.
    AlterColumn { column: String },
    /// `ADD FAMILY`
    AddFamily { family: String },
    /// `ALTER FAMILY`
    AlterFamily { family: String },
    /// `ADD INDEX`: starts to build the index, which must be ready before the next step.
    AddIndex { index: String },
    /// `DROP INDEX`
    DropIndex { index: String },
    /// `ALTER INDEX .. SET`: changes the partitioning of the index.
    AlterIndex { index: String },
    /// `RENAME INDEX`
    RenameIndex { from: String, to: String },
    /// `SET`: settings such as TTL and partitioning, as `KEY = value`.
    Set { settings: Vec<String> },
    /// `RESET (TTL)`
    ResetTtl,
    /// `ADD CHANGEFEED`
    AddChangefeed { changefeed: String },
    /// `DROP CHANGEFEED`
    DropChangefeed { changefeed: String },
}

impl StatementKind {
    pub(super) fn of(change: &Change<'_>) -> Self {
        match *change {
            Change::AddColumn(column) => StatementKind::AddColumn { column: column.name.to_owned() },
            Change::AddComputed(hash) => StatementKind::AddColumn { column: hash.name.to_owned() },
            Change::DropColumn(column) => StatementKind::DropColumn { column: column.to_owned() },
            Change::DropNotNull(column)
            | Change::SetDefault(column, ..)
            | Change::DropDefault(column)
            | Change::SetFamily { column, .. } => StatementKind::AlterColumn { column: column.to_owned() },
            Change::AddFamily(family) => StatementKind::AddFamily { family: family.name.to_owned() },
            Change::AlterFamily(family) => StatementKind::AlterFamily { family: family.name.to_owned() },
            Change::AddIndex(ref index) => StatementKind::AddIndex { index: index.name.to_owned() },
            Change::DropIndex(index) => StatementKind::DropIndex { index: index.to_owned() },
            Change::AlterIndex { index, .. } => StatementKind::AlterIndex { index: index.to_owned() },
            Change::RenameIndex { from, to } => StatementKind::RenameIndex { from: from.to_owned(), to: to.to_owned() },
            Change::Set(settings) => StatementKind::Set { settings: settings.to_vec() },
            Change::ResetTtl => StatementKind::ResetTtl,
            Change::AddChangefeed(feed) => StatementKind::AddChangefeed { changefeed: feed.name.to_owned() },
            Change::DropChangefeed(name) => StatementKind::DropChangefeed { changefeed: name.to_owned() },
        }
    }
}

impl TablePlan {
    /// Returns the steps that can run now: none if something must be done by hand first.
    pub fn runnable(&self) -> &[Step] {
        if self.by_hand.is_empty() { &self.steps } else { &[] }
    }

    /// Returns the steps that [`Plan::additive`] keeps.
    #[doc(hidden)]
    pub fn additive(&self) -> Vec<Step> {
        additive(&self.steps)
    }
}

impl Plan {
    /// Returns the steps that can run now, each with its table. Tables with changes that must be made by hand first are
    /// left out of [`steps`](Self::steps).
    pub fn runnable(&self) -> impl Iterator<Item = (&TablePlan, &Step)> {
        self.tables.iter().flat_map(|table| table.runnable().iter().map(move |step| (table, step)))
    }

    /// Returns the plan without its destructive steps. Additive steps of the same change are left out, too: all steps
    /// that replace an index, because they drop the old one, and `RESET (TTL)` before a new TTL.
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
