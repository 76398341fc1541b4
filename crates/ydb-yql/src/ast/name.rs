//! Names, as they are written in a query.

use std::sync::Arc;

use crate::error::{Position, Span};

/// A name with its position. A quoted name and a bare name are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The name without quotes and escapes.
    pub name: Arc<str>,
    /// Line and column of the name.
    pub at: Position,
    /// Range of the name in the text, with its quotes and with the `$` of a `$name`.
    pub span: Span,
}

impl Ident {
    /// Makes a name that is in no text. `at` is the place that errors about the name report.
    pub fn new(name: impl Into<Arc<str>>, at: Position) -> Self {
        Self { name: name.into(), at, span: Span::default() }
    }
}

/// A table as written: `` `dir/table` ``, with an optional `VIEW index` in a read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableName {
    /// Path of the table, as written.
    pub path: Ident,
    /// Index name after VIEW.
    pub view: Option<Ident>,
    /// `true` if the text says `VIEW PRIMARY KEY`: no index is read.
    pub is_by_key: bool,
    /// `true` if no table of this database has this name: a table of another cluster, a temporary table, a table that a
    /// parameter names, or tables that a function finds. The query's [`unsupported`](super::Query::unsupported) says
    /// which it is.
    pub elsewhere: bool,
}

impl TableName {
    /// Returns the range of the table's text, with its `VIEW index`.
    pub fn span(&self) -> Span {
        self.view.as_ref().map_or(self.path.span, |view| self.path.span.to(view.span))
    }
}
