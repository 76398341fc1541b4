//! The names of a scope: which source a qualifier names, and the columns in an expression.

use std::collections::HashMap;
use std::sync::Arc;

use super::ColumnRef;
use super::children::children;
use crate::ast::{Expr, ExprKind, Ident, TypeExpr};

/// What names mean within a scope.
pub(super) struct Names<'s> {
    /// The labels of its sources.
    pub(super) labels: &'s [Option<Arc<str>>],
    /// Names that are not columns here: those that the SELECT list gives to expressions.
    pub(super) aliases: &'s [Arc<str>],
    /// What each `$name` is bound to; the others are parameters.
    pub(super) bound: &'s HashMap<Arc<str>, &'s Expr>,
    /// The types of parameters, where the text declares them.
    pub(super) declared: &'s HashMap<Arc<str>, &'s TypeExpr>,
}

impl Names<'_> {
    /// The column that an expression is, if it is one.
    pub(super) fn column(&self, expr: &Expr) -> Option<ColumnRef> {
        let ExprKind::Column { qualifier, name } = &expr.kind else { return None };
        let plain = |name: &Ident, doubtful| ColumnRef { source: None, name: name.clone(), doubtful };
        let Some(qualifier) = qualifier else {
            return (!self.aliases.contains(&name.name)).then(|| plain(name, false));
        };
        match self.labels.iter().position(|label| label.as_ref() == Some(&qualifier.name)) {
            Some(source) => Some(ColumnRef { source: Some(source), name: name.clone(), doubtful: false }),
            None if self.aliases.contains(&qualifier.name) => None,
            // A member of a column that is a struct.
            None => Some(plain(qualifier, true)),
        }
    }

    /// The columns that an expression names, without those of queries in it.
    pub(super) fn used(&self, expr: &Expr) -> Vec<ColumnRef> {
        let mut used = Vec::new();
        let mut waiting = vec![expr];
        while let Some(expr) = waiting.pop() {
            used.extend(self.column(expr));
            children(expr, &mut |child| waiting.push(child));
        }
        used
    }
}
