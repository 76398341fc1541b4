//! Names as written.

use std::sync::Arc;

use crate::error::Position;

/// A name at its place. Quoted and bare names are alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    /// The name, unescaped.
    pub name: Arc<str>,
    /// Where it stands.
    pub at: Position,
}

/// A table as written: `` `dir/table` ``, with an optional `VIEW index` where reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableName {
    /// The path, as written.
    pub path: Ident,
    /// The index of `VIEW index`.
    pub view: Option<Ident>,
}
