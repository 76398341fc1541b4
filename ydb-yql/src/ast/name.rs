//! Names as written.

use std::sync::Arc;

use crate::error::Position;

/// A name with its position. Quoted and bare names are equal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The name, unescaped.
    pub name: Arc<str>,
    /// Its position.
    pub at: Position,
}

/// A table as written: `` `dir/table` ``, with an optional `VIEW index` in a read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableName {
    /// The path, as written.
    pub path: Ident,
    /// The index of `VIEW index`.
    pub view: Option<Ident>,
}
