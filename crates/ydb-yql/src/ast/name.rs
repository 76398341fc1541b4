//! Names as written.

use std::sync::Arc;

use crate::error::{Position, Span};

/// A name with its position. Quoted and bare names are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The name, unescaped.
    pub name: Arc<str>,
    /// Its position.
    pub at: Position,
    /// Its text, with quotes, and the sign of a `$name`.
    pub span: Span,
}

impl Ident {
    /// A name that is in no text; a place of the text stands for it.
    pub fn new(name: impl Into<Arc<str>>, at: Position) -> Self {
        Self { name: name.into(), at, span: Span::default() }
    }
}

/// A table as written: `` `dir/table` ``, with an optional `VIEW index` in a read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableName {
    /// The path, as written.
    pub path: Ident,
    /// The index of `VIEW index`.
    pub view: Option<Ident>,
    /// `true` if it says `VIEW PRIMARY KEY`: no index is read.
    pub is_by_key: bool,
    /// `true` if it is no table of this database under this name: one of another cluster, a temporary one, one that a
    /// parameter names, or what a function finds. The query's [`unsupported`](super::Query::unsupported) says which.
    pub elsewhere: bool,
}

impl TableName {
    /// Its text.
    pub fn span(&self) -> Span {
        self.view.as_ref().map_or(self.path.span, |view| self.path.span.to(view.span))
    }
}
