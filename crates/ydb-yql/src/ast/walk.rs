//! Walks over expressions.

use super::expr::{Arg, Expr, ExprKind, InSet};
use super::select::Over;

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
                window.exprs().for_each(on);
            }
        }
        ExprKind::Tuple(items) | ExprKind::List(items) => items.iter().for_each(on),
        ExprKind::Struct(members) => members.iter().for_each(|(_, value)| on(value)),
        ExprKind::Dict(pairs) => pairs.iter().flat_map(|(key, value)| std::iter::once(key).chain(value)).for_each(on),
        ExprKind::Index { expr, index } => [expr, index].into_iter().for_each(|expr| on(expr)),
    }
}

/// Returns an expression and all expressions in it, without those in queries and lambdas.
pub fn descendants(expr: &Expr) -> impl Iterator<Item = &Expr> {
    let mut waiting = vec![expr];
    std::iter::from_fn(move || {
        let expr = waiting.pop()?;
        children(expr, &mut |child| waiting.push(child));
        Some(expr)
    })
}
