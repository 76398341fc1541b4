//! Searches expressions of the syntax tree for calls of aggregate functions and for columns.

use crate::expr::aggregate::is_aggregate;
use crate::yql::ast::{Arg, Expr, ExprKind, Ident, InSet, Over, Window};

/// Returns `true` if an expression calls an aggregate function; subqueries do not count.
pub(super) fn calls_aggregate(expr: &Expr) -> bool {
    let mut found = false;
    match &expr.kind {
        ExprKind::Call(call) => {
            found = call.module.is_none() && call.over.is_none() && is_aggregate(&call.name.name);
            if let Some(Over::Window(window)) = &call.over {
                found |= aggregates_in_window(window);
            }
            for arg in &call.args {
                match arg {
                    Arg::Value(value) | Arg::Named(_, value) => found |= calls_aggregate(value),
                    Arg::Type(_) | Arg::Star => {}
                }
            }
        }
        _ => for_each_child(expr, &mut |child| found |= calls_aggregate(child)),
    }
    found
}

pub(super) fn aggregates_in_window(window: &Window) -> bool {
    let ordered = window.order_by.iter().map(|item| &item.expr);
    window.partition_by.iter().chain(ordered).any(calls_aggregate)
}

/// Returns the columns that an expression names outside subqueries.
pub(super) fn columns_of(expr: &Expr) -> Vec<(Option<&Ident>, &Ident)> {
    let mut columns = Vec::new();
    let mut waiting = vec![expr];
    while let Some(expr) = waiting.pop() {
        match &expr.kind {
            ExprKind::Column { qualifier, name } => columns.push((qualifier.as_ref(), name)),
            ExprKind::Call(call) => waiting.extend(call.args.iter().filter_map(|arg| match arg {
                Arg::Value(value) | Arg::Named(_, value) => Some(value),
                Arg::Type(_) | Arg::Star => None,
            })),
            _ => for_each_child(expr, &mut |child| waiting.push(child)),
        }
    }
    columns
}

/// Visits the direct children of an expression, except the children of calls and subqueries.
fn for_each_child<'e>(expr: &'e Expr, visit: &mut dyn FnMut(&'e Expr)) {
    match &expr.kind {
        ExprKind::Literal(_)
        | ExprKind::Column { .. }
        | ExprKind::Named(_)
        | ExprKind::Call(_)
        | ExprKind::Exists(_)
        | ExprKind::Subquery(_)
        | ExprKind::Lambda { .. }
        | ExprKind::Let { .. } => {}
        ExprKind::Json(call) => call.exprs().for_each(visit),
        ExprKind::Unary { expr, .. }
        | ExprKind::IsNull { expr, .. }
        | ExprKind::Cast { expr, .. }
        | ExprKind::BitCast { expr, .. }
        | ExprKind::Member { expr, .. } => visit(expr),
        ExprKind::Binary { first, rest } => {
            visit(first);
            rest.iter().for_each(|operand| visit(&operand.expr));
        }
        ExprKind::Between { expr, low, high, .. } => [expr, low, high].into_iter().for_each(|child| visit(child)),
        ExprKind::In { expr, set, .. } => {
            visit(expr);
            match &**set {
                InSet::Items(items) => items.iter().for_each(visit),
                InSet::Expr(list) => visit(list),
                InSet::Query(_) => {}
            }
        }
        ExprKind::Like { expr, pattern, .. } | ExprKind::Regexp { expr, pattern, .. } => {
            visit(expr);
            visit(pattern);
        }
        ExprKind::Case { operand, branches, otherwise } => {
            operand.iter().for_each(|child| visit(child));
            for (condition, value) in branches {
                visit(condition);
                visit(value);
            }
            otherwise.iter().for_each(|child| visit(child));
        }
        ExprKind::Tuple(items) | ExprKind::List(items) => items.iter().for_each(visit),
        ExprKind::Struct(members) => members.iter().for_each(|(_, value)| visit(value)),
        ExprKind::Dict(pairs) => {
            for (key, value) in pairs {
                visit(key);
                value.iter().for_each(&mut *visit);
            }
        }
        ExprKind::Index { expr, index } => {
            visit(expr);
            visit(index);
        }
    }
}
