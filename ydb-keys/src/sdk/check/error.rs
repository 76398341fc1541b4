//! Why a check of layouts did not pass.

use std::fmt;

use ydb::YdbError;

use super::mismatch::LayoutMismatch;
use crate::error::Reason;

/// Why [`check`](crate::check) did not pass.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// Tables whose layout differs from their model's, each with a paragraph in the message. The program must not serve.
    #[error("{}", Paragraphs(.0))]
    Differs(Vec<LayoutMismatch>),
    /// The database did not answer, so the outcome is unknown. The check may be repeated.
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
            [only] => return write!(f, "the database does not match the program's models\n\n{only}"),
            all => write!(f, "the database does not match the program's models: {} tables differ", all.len())?,
        }
        self.0.iter().try_for_each(|mismatch| write!(f, "\n\n{mismatch}"))
    }
}
