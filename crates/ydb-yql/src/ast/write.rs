//! INSERT, UPSERT, REPLACE, UPDATE and DELETE.

use super::expr::Expr;
use super::name::{Ident, TableName};
use super::select::SelectQuery;

/// INSERT, UPSERT or REPLACE.
#[derive(Clone, Debug, PartialEq)]
pub struct Insert {
    /// Which of the three.
    pub verb: InsertVerb,
    /// The table.
    pub table: TableName,
    /// The columns, where written.
    pub columns: Option<Vec<Ident>>,
    /// The rows: `VALUES ...` is the query body of the same name.
    pub source: SelectQuery,
    /// RETURNING.
    pub returning: Option<Returning>,
}

/// The verbs of [`Insert`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InsertVerb {
    /// INSERT: an existing key is an error.
    Insert,
    /// INSERT OR REVERT: an existing key undoes the statement.
    InsertOrRevert,
    /// UPSERT: unmentioned columns keep their values.
    Upsert,
    /// REPLACE: unmentioned columns are reset.
    Replace,
}

/// UPDATE.
#[derive(Clone, Debug, PartialEq)]
pub struct Update {
    /// The table.
    pub table: TableName,
    /// What is written.
    pub kind: UpdateKind,
    /// RETURNING.
    pub returning: Option<Returning>,
    /// `BATCH UPDATE`.
    pub batch: bool,
}

/// The forms of UPDATE.
#[derive(Clone, Debug, PartialEq)]
pub enum UpdateKind {
    /// `SET a = expr, ... WHERE filter`.
    Set { assignments: Vec<(Ident, Expr)>, filter: Option<Expr> },
    /// `ON [(columns)] SELECT | VALUES`.
    On { columns: Option<Vec<Ident>>, source: SelectQuery },
}

/// DELETE.
#[derive(Clone, Debug, PartialEq)]
pub struct Delete {
    /// The table.
    pub table: TableName,
    /// Which rows.
    pub kind: DeleteKind,
    /// RETURNING.
    pub returning: Option<Returning>,
    /// `BATCH DELETE`.
    pub batch: bool,
}

/// The forms of DELETE.
#[derive(Clone, Debug, PartialEq)]
pub enum DeleteKind {
    /// `WHERE filter`, or all rows.
    Where(Option<Expr>),
    /// `ON [(columns)] SELECT | VALUES`.
    On { columns: Option<Vec<Ident>>, source: SelectQuery },
}

/// What RETURNING names.
#[derive(Clone, Debug, PartialEq)]
pub enum Returning {
    /// `*`.
    All,
    /// Columns by name.
    Columns(Vec<Ident>),
}
