//! Names of a scope: resolves qualifiers to sources, and finds the columns in expressions.

use std::collections::HashMap;
use std::sync::Arc;

use super::ColumnRef;
use crate::ast::{Arg, Expr, ExprKind, FrameBound, Ident, InSet, Over, TypeExpr, Window};

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
        let mut used = Vec::new();
        let mut waiting = vec![expr];
        while let Some(expr) = waiting.pop() {
            used.extend(self.column(expr));
            children(expr, &mut |child| waiting.push(child));
        }
        used
    }
}

/// Calls `on` for each direct subexpression. Skips queries and lambdas, which have names of their own.
pub fn children<'e>(expr: &'e Expr, on: &mut impl FnMut(&'e Expr)) {
    match &expr.kind {
        ExprKind::Literal(_)
        | ExprKind::Column { .. }
        | ExprKind::Named(_)
        | ExprKind::Exists(_)
        | ExprKind::Subquery(_)
        | ExprKind::Lambda { .. }
        | ExprKind::Let { .. } => {}
        ExprKind::Unary { expr, .. }
        | ExprKind::IsNull { expr, .. }
        | ExprKind::Cast { expr, .. }
        | ExprKind::BitCast { expr, .. }
        | ExprKind::Member { expr, .. } => on(expr),
        ExprKind::Binary { first, rest } => {
            on(first);
            rest.iter().for_each(|operand| on(&operand.expr));
        }
        ExprKind::Between { expr, low, high, .. } => [expr, low, high].into_iter().for_each(|expr| on(expr)),
        ExprKind::In { expr, set, .. } => {
            on(expr);
            match &**set {
                InSet::Items(items) => items.iter().for_each(on),
                InSet::Expr(expr) => on(expr),
                InSet::Query(_) => {}
            }
        }
        ExprKind::Like { expr, pattern, escape, .. } => {
            [Some(expr), Some(pattern), escape.as_ref()].into_iter().flatten().for_each(|expr| on(expr));
        }
        ExprKind::Regexp { expr, pattern, .. } => [expr, pattern].into_iter().for_each(|expr| on(expr)),
        ExprKind::Case { operand, branches, otherwise } => {
            operand.iter().chain(otherwise).for_each(|expr| on(expr));
            branches.iter().flat_map(|(when, then)| [when, then]).for_each(on);
        }
        ExprKind::Json(call) => call.exprs().for_each(on),
        ExprKind::Call(call) => {
            for arg in &call.args {
                if let Arg::Value(expr) | Arg::Named(_, expr) = arg {
                    on(expr);
                }
            }
            if let Some(Over::Window(window)) = &call.over {
                window_exprs(window, on);
            }
        }
        ExprKind::Tuple(items) | ExprKind::List(items) => items.iter().for_each(on),
        ExprKind::Struct(members) => members.iter().for_each(|(_, value)| on(value)),
        ExprKind::Dict(pairs) => pairs.iter().flat_map(|(key, value)| std::iter::once(key).chain(value)).for_each(on),
        ExprKind::Index { expr, index } => [expr, index].into_iter().for_each(|expr| on(expr)),
    }
}

/// Calls `on` for each expression of a window.
pub(super) fn window_exprs<'q>(window: &'q Window, on: &mut impl FnMut(&'q Expr)) {
    window.partition_by.iter().chain(window.order_by.iter().map(|item| &item.expr)).for_each(&mut *on);
    for bound in window.frame.iter().flat_map(|frame| [&frame.from, &frame.to]) {
        if let FrameBound::Preceding(Some(expr)) | FrameBound::Following(Some(expr)) = bound {
            on(expr);
        }
    }
}
