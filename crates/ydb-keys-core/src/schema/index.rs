//! A global secondary index.

use super::hash::HashDef;

/// A global secondary index of a row table: a second table, kept by YDB, sorted by other columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexDef<'a> {
    /// The index's name.
    pub name: &'a str,
    /// How the index is kept in step with its table.
    pub kind: IndexKind,
    /// The bucket or hash column that leads the index: a column of the table, computed from columns of its key.
    pub hash: Option<HashDef<'a>>,
    /// Positions of the indexed columns, in index order. The hash column is not among them.
    pub on: &'a [usize],
    /// Positions of the columns copied into the index.
    pub cover: &'a [usize],
}

/// How an index is kept in step with its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexKind {
    /// With each transaction; every write becomes a distributed transaction.
    Sync,
    /// Later; reads through the index may be stale.
    Async,
    /// With each transaction, refusing a second row with the same indexed values.
    Unique,
}
