//! Why a check of layouts did not pass.

use std::fmt;

use ydb::YdbError;

use super::mismatch::LayoutMismatch;
use crate::error::Reason;

/// Why [`check`](crate::check) did not pass.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// Tables that have not the layouts of their models: the program must not go on. Each with a paragraph of its own in the message.
    #[error("{}", Paragraphs(.0))]
    Differs(Vec<LayoutMismatch>),
    /// The database did not answer, so nothing is known. The check may be repeated.
    #[error("cannot check table `{table}`: {what} could not be read: {}", Reason(.source))]
    Unread {
        /// The table's path.
        table: String,
        /// What was asked for: `its description`.
        what: &'static str,
        /// The client's error.
        source: YdbError,
    },
}

struct Paragraphs<'a>(&'a [LayoutMismatch]);

impl fmt::Display for Paragraphs<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            [only] => return write!(f, "the database does not fit the program's models\n\n{only}"),
            all => write!(f, "the database does not fit the program's models in {} tables", all.len())?,
        }
        self.0.iter().try_for_each(|mismatch| write!(f, "\n\n{mismatch}"))
    }
}
