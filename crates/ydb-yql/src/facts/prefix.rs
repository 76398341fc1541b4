//! `PRAGMA TablePathPrefix`: the directory in front of all paths of a text that are not absolute.

use std::sync::Arc;

use crate::ast::{Expr, ExprKind, Ident, Literal, StatementKind};
use crate::error::Position;

/// A pragma that sets the directory of the tables after it.
#[derive(Clone, Debug, PartialEq)]
pub struct PathPrefix {
    /// Where the text names the pragma.
    pub at: Position,
    /// The directory; `None` if the pragma takes an earlier one back, or computes it.
    pub directory: Option<Arc<str>>,
}

impl PathPrefix {
    /// Returns a path below the directory; an absolute one stays as it is.
    pub fn place(directory: Option<&Arc<str>>, path: &Arc<str>) -> Arc<str> {
        match directory {
            Some(directory) if !path.starts_with('/') => format!("{}/{path}", directory.trim_end_matches('/')).into(),
            _ => Arc::clone(path),
        }
    }
}

/// Returns the directory that a statement sets, if it is such a pragma.
pub fn path_prefix(statement: &StatementKind) -> Option<PathPrefix> {
    match statement {
        StatementKind::Pragma { name, values } => of_pragma(name, values),
        _ => None,
    }
}

/// Returns the last of the values, before which a cluster may stand: `TablePathPrefix("cluster", "/local/dir")`.
fn of_pragma(name: &[Ident], values: &[Expr]) -> Option<PathPrefix> {
    let [name] = name else { return None };
    let directory = match values.last().map(|value| &value.kind) {
        Some(ExprKind::Literal(Literal::String { bytes, .. })) => Some(String::from_utf8_lossy(bytes).into()),
        _ => None,
    };
    name.name.eq_ignore_ascii_case("TablePathPrefix").then_some(PathPrefix { at: name.at, directory })
}
