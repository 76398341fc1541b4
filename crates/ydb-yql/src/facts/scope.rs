//! Names of a scope: resolves qualifiers to sources, and finds the columns in expressions.

use std::collections::HashMap;
use std::sync::Arc;

use super::ColumnRef;
use crate::ast::{Expr, ExprKind, Ident, TypeExpr, descendants};

/// Meanings of the names in a scope.
pub(super) struct Names<'s> {
    /// Labels of the scope's sources; a label qualifies the columns of its source.
    pub(super) labels: &'s [Option<Arc<str>>],
    /// Names that the SELECT list or GROUP BY gives to expressions: they are not columns here.
    pub(super) aliases: &'s [Arc<str>],
    /// Value that each `$name` is bound to. A name that is not here is a parameter.
    pub(super) bound: &'s HashMap<Arc<str>, &'s Expr>,
    /// Types of the parameters that the text declares.
    pub(super) declared: &'s HashMap<Arc<str>, &'s TypeExpr>,
}

impl Names<'_> {
    /// Returns the column that an expression names; `None` for any other expression.
    pub(super) fn column(&self, expr: &Expr) -> Option<ColumnRef> {
        let ExprKind::Column { qualifier, name } = &expr.kind else { return None };
        let plain = |name: &Ident, doubtful| ColumnRef { source: None, name: name.clone(), doubtful };
        let Some(qualifier) = qualifier else {
            return (!self.aliases.contains(&name.name)).then(|| plain(name, false));
        };
        match self.labels.iter().position(|label| label.as_ref() == Some(&qualifier.name)) {
            Some(source) => Some(ColumnRef { source: Some(source), name: name.clone(), doubtful: false }),
            None if self.aliases.contains(&qualifier.name) => None,
            // The name is a member of a column that is a struct.
            None => Some(plain(qualifier, true)),
        }
    }

    /// Returns the columns that an expression names, without those of queries in it.
    pub(super) fn used(&self, expr: &Expr) -> Vec<ColumnRef> {
        descendants(expr).filter_map(|expr| self.column(expr)).collect()
    }
}
