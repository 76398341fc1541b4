//! Why a schema could not be read, compared or changed.

use std::fmt;

use ydb::YdbError;

use crate::diff::{Action, Step};
use crate::error::Reason;

/// Why a schema could not be read, compared or changed. What was done before the error stays done, and another run goes on from there.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MigrateError {
    /// The database did not answer a question.
    #[error("cannot read {what} of `{table}`: {}", Reason(.source))]
    Read {
        /// The table's path.
        table: String,
        /// What was asked for: `the description`.
        what: &'static str,
        /// The client's error.
        source: YdbError,
    },
    /// A step failed. The steps before it are done; the failed one may be, if the answer got lost.
    #[error(
        "step {number} of {of} failed, on `{table}`: {}\n{}\nThe steps before it are done. Another run goes on from there.",
        Reason(.source), indented(.step)
    )]
    Step {
        /// The table's path.
        table: String,
        /// The step.
        step: Box<Step>,
        /// Its number, from 1.
        number: usize,
        /// How many there were.
        of: usize,
        /// The client's error.
        source: YdbError,
    },
    /// Something else than a table has the path.
    #[error("`{path}` is {found}, not a table: move it away, or give the model another path")]
    NotATable {
        /// The path.
        path: String,
        /// What is there: `a directory`.
        found: &'static str,
    },
    /// `SHOW CREATE TABLE` was answered with a text that this version cannot read.
    #[error(
        "cannot read what SHOW CREATE TABLE prints for `{table}`: {reason}; nothing was compared or changed. \
         This is a defect of ydb-keys: please report it with the text that YDB prints"
    )]
    ShowCreate {
        /// The table's path.
        table: String,
        /// The place and what was expected there.
        reason: String,
    },
    /// The plan has steps that lose rows, values or an index, and they were not allowed; nothing was done.
    #[error("nothing was done, for these steps are destructive and were not allowed:{}", listed(.steps))]
    Destructive {
        /// The paths of the tables, and the steps.
        steps: Vec<(String, Step)>,
    },
    /// The table is no longer as it was when the plan was made. Steps of other tables before it are done.
    #[error(
        "`{table}` is not as it was when the plan was made, so none of the plan's steps was run on it; make a new plan"
    )]
    Changed {
        /// The table's path.
        table: String,
    },
    /// An index that was being built is gone: the server gave up building it, or somebody cancelled that or dropped the index.
    #[error(
        "the index `{index}` of `{table}` is gone before it was built: the server gave up, or somebody cancelled it; \
         another run begins it anew"
    )]
    IndexGone {
        /// The table's path.
        table: String,
        /// The index.
        index: String,
    },
}

/// What the step would have sent, set off from the sentences around it.
fn indented(step: &Step) -> impl fmt::Display {
    match &step.action {
        Action::Statement { statement, .. } => format!("    {}", statement.replace('\n', "\n    ")),
        Action::AwaitIndex { index } => format!("    (waiting for the index `{index}`)"),
        Action::WriteLayout { layout } => format!("    (writing the layout `{layout}`)"),
    }
}

fn listed(steps: &[(String, Step)]) -> impl fmt::Display {
    steps.iter().map(|(_, step)| format!("\n{}", indented(step))).collect::<String>()
}
