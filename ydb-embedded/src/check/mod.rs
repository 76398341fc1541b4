//! Judges of histories: what clients were told, compared with what is there.
//!
//! A test records what it asked for and what it was told, and a checker says whether the database can have done that. It
//! judges the history alone, and knows nothing of how the database works. Writes whose outcome nobody knows may be there
//! or not.

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
