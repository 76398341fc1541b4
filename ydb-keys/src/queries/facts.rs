//! The facts of a query that are judged; `ydb-yql` finds them in the text.

#![allow(missing_docs, reason = "not public: the fields are those of `ydb_yql::facts`")]

use crate::schema::any::Table;
use crate::types::const_text::same;

/// A place in the query's text: the line and the column, both from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub line: u32,
    pub column: u32,
}

/// A SELECT with its FROM, or an UPDATE or a DELETE with its WHERE.
#[derive(Clone, Copy, Debug)]
pub struct Scope<'a> {
    /// At most 64.
    pub sources: &'a [Source<'a>],
    pub conditions: &'a [Condition<'a>],
    /// All columns that are named.
    pub columns: &'a [Column<'a>],
}

/// A source of rows.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    pub at: Place,
    pub kind: SourceKind<'a>,
}

/// What a source is.
#[derive(Clone, Copy, Debug)]
pub enum SourceKind<'a> {
    /// A table, or an index of it by name.
    Table(&'a Table<'a>, Option<&'a str>),
    /// Rows that are at hand when tables are read, with their columns if these are known.
    Rows(Option<&'a [&'a str]>),
}

/// A condition, and the sources that it may bound: bit `n` for the source `n`.
#[derive(Clone, Copy, Debug)]
pub struct Condition<'a> {
    pub bounds: u64,
    pub node: Node<'a>,
}

/// What a condition says of columns.
#[derive(Clone, Copy, Debug)]
pub enum Node<'a> {
    /// All of these hold.
    All(&'a [Node<'a>]),
    /// One of these holds.
    Any(&'a [Node<'a>]),
    /// Each of the first columns equals one of a few values, which come from the second columns.
    Fixed(&'a [Column<'a>], &'a [Column<'a>]),
    /// The first columns, as a tuple, are greater or less than a value, which comes from the second columns.
    Bounded(&'a [Column<'a>], &'a [Column<'a>]),
    /// Nothing that helps to find rows.
    Nothing,
    /// It may bound these columns.
    Unknown(&'a [Column<'a>]),
}

/// A column as the text names it.
#[derive(Clone, Copy, Debug)]
pub struct Column<'a> {
    /// The source that qualifies it.
    pub source: Option<usize>,
    pub name: &'a str,
    pub at: Place,
}

impl Source<'_> {
    /// Whether it has a column; `None` if that is not known.
    pub(super) const fn has(&self, name: &str) -> Option<bool> {
        match self.kind {
            SourceKind::Table(table, _) => Some(has_column(table, name)),
            SourceKind::Rows(None) => None,
            SourceKind::Rows(Some(names)) => {
                let mut i = 0;
                while i < names.len() {
                    if same(names[i], name) {
                        return Some(true);
                    }
                    i += 1;
                }
                Some(false)
            }
        }
    }
}

const fn has_column(table: &Table<'_>, name: &str) -> bool {
    let mut i = 0;
    while i < table.columns.len() {
        if same(table.columns[i].name, name) {
            return true;
        }
        i += 1;
    }
    if let Some(hash) = table.hash
        && same(hash.name, name)
    {
        return true;
    }
    let mut i = 0;
    while i < table.indexes.len() {
        if let Some(hash) = table.indexes[i].hash
            && same(hash.name, name)
        {
            return true;
        }
        i += 1;
    }
    false
}
