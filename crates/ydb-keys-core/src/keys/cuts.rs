//! The parts of an export: where a scan can be cut, and what is left of a part.

use crate::types::Value;

/// How a scan can be cut.
#[derive(Debug, PartialEq)]
pub enum Cuts {
    /// Where these prefixes begin.
    At(Vec<Vec<Value<'static>>>),
    /// Where partitions begin, which only the database knows.
    Partitions,
}

/// What is left of a part of an export: the rows from `from` on, or after `after`, and before `to`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rest {
    /// Values of the first columns that rows are sorted by, the hashes included; none from the beginning.
    pub from: Vec<Value<'static>>,
    /// The position of a row, without the hashes.
    pub after: Option<Vec<Value<'static>>>,
    /// As `from`, none up to the end.
    pub to: Vec<Value<'static>>,
}
