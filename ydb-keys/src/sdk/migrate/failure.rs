//! Why a schema could not be read, compared or changed.

use ydb::YdbError;

use crate::diff::Step;

/// Why a schema could not be read, compared or changed. What was done before the error stays done, and another run goes on from there.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MigrateError {
    /// The database did not answer a question.
    #[error("cannot read {what} of `{table}`: {}", crate::error::Reason(.source))]
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
        "step {number} of {of} failed, on `{table}`: {}; the steps before it are done, and another run goes on from there",
        crate::error::Reason(.source)
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
}
