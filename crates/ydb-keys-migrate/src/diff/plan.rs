//! The plan that makes live tables equal to their models, as data.

use serde::Serialize;
use ydb_keys::Table;

use super::{Difference, NotCompared, Step};

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
    /// Whether there is no difference.
    pub fn is_in_step(&self) -> bool {
        self.tables.iter().all(|table| table.differences.is_empty())
    }

    /// The steps of all tables, each with its table.
    pub fn steps(&self) -> impl Iterator<Item = (&TablePlan, &Step)> {
        self.tables.iter().flat_map(|table| table.steps.iter().map(move |step| (table, step)))
    }
}
