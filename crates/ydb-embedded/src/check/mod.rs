//! Checkers of histories: they compare what clients were told with what the database holds.
//!
//! A test records its requests and the answers, and a checker decides whether a correct database can have given them. It
//! sees the history only, and knows nothing of how the database works. A write with an unknown outcome may be present or
//! not.

mod appends;
mod bank;
mod pages;
mod writes;

pub use appends::{Appends, Op};
pub use bank::Bank;
pub use pages::Pages;
pub use writes::Writes;

/// What a history shows that must not be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Violation(pub(crate) String);

/// What became of a write or a transaction, as its client knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// It is done.
    Done,
    /// It is not done, and never will be.
    Refused,
    /// Nobody knows: the answer was lost.
    Unknown,
}
