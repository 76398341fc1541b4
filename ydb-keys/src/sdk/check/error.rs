//! Why a check of layouts failed.

use std::fmt;

use ydb::YdbError;

use super::mismatch::LayoutMismatch;
use crate::error::failure::Reason;

/// Why [`check`](crate::check) failed.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// The layouts of some tables differ from their models'. The program must not serve requests.
    ///
    /// Each has the schema of its `model` and the `path` of its table, and is printed as a paragraph: what differs, the
    /// consequence, and the cure. The message has all of them.
    ///
    /// [What to do](crate::guide::errors#checkerrordiffers).
    #[error("{}", Paragraphs(.0))]
    Differs(Vec<LayoutMismatch>),
    /// The database did not answer, so the outcome is unknown. The check may be repeated.
    ///
    /// [What to do](crate::guide::errors#checkerrorunread).
    #[error("cannot check table `{table}`: {what} could not be read: {}", Reason(.source))]
    Unread {
        /// The table's path.
        table: String,
        /// What could not be read: `its description`.
        what: &'static str,
        /// The client's error.
        source: YdbError,
    },
}

/// The message: what a `main` that returns the error prints, instead of the whole schemas of the models.
impl fmt::Debug for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_main_that_returns_it_prints_the_message() {
        let source = YdbError::Custom("reset".to_owned());
        let error = CheckError::Unread { table: "orders".to_owned(), what: "its description", source };
        assert_eq!(format!("{error:?}"), "cannot check table `orders`: its description could not be read: reset");
    }
}
