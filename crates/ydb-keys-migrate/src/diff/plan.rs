//! The plan that makes live tables equal to their models, as data: tables, steps, and the kinds of statements.

use serde::Serialize;
use ydb_keys::Table;
use ydb_keys_core::ddl::Change;

use super::{Difference, NotCompared};

/// The differences between models and a database, and the steps that make them equal.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Plan {
    /// One entry per model, in the order of the schema.
    pub tables: Vec<TablePlan>,
}

/// The differences between a model and its table, and the steps that make them equal.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TablePlan {
    /// The model.
    #[serde(skip)]
    pub table: &'static Table,
    /// The path of the table, relative to the database.
    pub path: String,
    /// What differs. If empty, the table is as the model declares it, as far as it could be compared.
    pub differences: Vec<Difference>,
    /// The steps, in the order in which they must run. They remove all differences except those of
    /// [`rekey`](TablePlan::rekey) and [`by_hand`](TablePlan::by_hand). A step that only writes the layout attribute
    /// has no difference.
    pub steps: Vec<Step>,
    /// What ALTER TABLE cannot change, but a copy into a new table can. Then `steps` is empty, because the new table is
    /// created as the model declares it.
    pub rekey: Option<Rekey>,
    /// What neither steps nor a copy can change, and what to do about it, one sentence each.
    pub by_hand: Vec<String>,
    /// What could not be compared.
    pub not_compared: Vec<NotCompared>,
    /// What the table has and a model cannot declare, such as a full-text index or a changefeed. No step touches it.
    pub left_alone: Vec<String>,
}

/// A table that must be copied into a new one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rekey {
    /// Why, one sentence each.
    pub reasons: Vec<String>,
    /// What prevents the copy, and what to do about it. If empty, the copy can start.
    pub obstacles: Vec<String>,
    /// What the copy carries over besides the rows, although the model does not declare it: grants, attributes.
    pub carried: Vec<String>,
    /// What the old table has and the new one will not have, because the model does not declare it.
    pub not_copied: Vec<String>,
    /// What the copy does, one sentence per phase.
    pub phases: Vec<String>,
}

impl Plan {
    /// Returns `true` if there is no difference.
    pub fn is_in_step(&self) -> bool {
        self.tables.iter().all(|table| table.differences.is_empty())
    }

    /// The steps of all tables, each with its table.
    pub fn steps(&self) -> impl Iterator<Item = (&TablePlan, &Step)> {
        self.tables.iter().flat_map(|table| table.steps.iter().map(move |step| (table, step)))
    }
}

/// One step of a plan: a single request to the database.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Step {
    /// What it does, as a statement if YQL has one.
    #[serde(flatten)]
    pub action: Action,
    /// What it does to rows and readers.
    pub effect: Effect,
    /// A sentence on what to watch out for; most steps have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The change that this step is a part of, such as `index by_customer`, if the change takes several steps that
    /// belong together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part_of: Option<String>,
}

/// What a step does.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "action", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Action {
    /// One DDL statement, without a closing semicolon.
    Statement {
        /// What it changes.
        #[serde(flatten)]
        kind: StatementKind,
        /// The text.
        statement: String,
    },
    /// Waits for an index that exists but is not built yet.
    AwaitIndex {
        /// Its name.
        index: String,
    },
    /// Computes a column in the rows that have no value in it yet: page by page, in the order of the key, one statement
    /// for each.
    FillColumn {
        /// Its name.
        column: String,
        /// What all statements together do.
        statement: String,
    },
    /// Writes the attribute [`Layout::ATTRIBUTE`](ydb_keys::Layout::ATTRIBUTE): YQL has no statement for it.
    WriteLayout {
        /// Its value.
        layout: String,
    },
}

/// What a step does to rows and readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// Nothing is lost, and what worked before still works.
    Additive,
    /// Rows, values or an index are lost, or rows start to expire.
    Destructive,
}

impl Action {
    /// The index that must be ready before the next step.
    pub fn builds_index(&self) -> Option<&str> {
        match self {
            Action::Statement { kind: StatementKind::AddIndex { index }, .. } | Action::AwaitIndex { index } => {
                Some(index)
            }
            Action::Statement { .. } | Action::FillColumn { .. } | Action::WriteLayout { .. } => None,
        }
    }
}

/// What the statement of a step changes.
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
    /// `ALTER INDEX .. SET`: how the index is partitioned.
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
