//! The plan that makes live tables equal to their models.

use serde::Serialize;

use super::{Difference, NotCompared, Step};
use crate::schema::Table;

/// What differs between models and a database, and the steps that make them equal.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Plan {
    /// One entry for each model, in the order of the schema.
    pub tables: Vec<TablePlan>,
}

/// What differs between one model and its table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TablePlan {
    /// The model.
    #[serde(skip)]
    pub table: &'static Table,
    /// The table's path below the database.
    pub path: String,
    /// What differs. Empty: the table is as the model says, as far as it could be compared.
    pub differences: Vec<Difference>,
    /// The steps in an order that works. They cure all differences but those of [`rekey`](TablePlan::rekey) and
    /// [`by_hand`](TablePlan::by_hand). A step that writes down the layout stands here without a difference.
    pub steps: Vec<Step>,
    /// What no ALTER TABLE can change, but a copy into a new table can; then `steps` is empty, for the new table has it all.
    pub rekey: Option<Rekey>,
    /// What neither can do, with the way round it, one sentence each.
    pub by_hand: Vec<String>,
    /// What could not be compared.
    pub not_compared: Vec<NotCompared>,
    /// What the table has that no model can say, such as a full-text index or a changefeed: no step touches it.
    pub left_alone: Vec<String>,
}

/// A table that must be copied into a new one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rekey {
    /// Why, one sentence each.
    pub reasons: Vec<String>,
    /// What stands in the way of a copy, with the way round it; empty when it can begin.
    pub obstacles: Vec<String>,
    /// What the old table has beside its rows and the model does not say, and the new one is given: grants, attributes.
    pub carried: Vec<String>,
    /// What the old table has and the new one will not have, for the model does not say it.
    pub not_copied: Vec<String>,
    /// What the copy does, one sentence for each phase.
    pub phases: Vec<String>,
}

impl Plan {
    /// Whether no difference was found.
    pub fn is_in_step(&self) -> bool {
        self.tables.iter().all(|table| table.differences.is_empty())
    }

    /// The steps of all tables with the paths of their tables.
    pub fn steps(&self) -> impl Iterator<Item = (&TablePlan, &Step)> {
        self.tables.iter().flat_map(|table| table.steps.iter().map(move |step| (table, step)))
    }
}
