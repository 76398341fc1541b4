//! One step of a plan: a single request to the database.

use serde::Serialize;

use super::StatementKind;

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
