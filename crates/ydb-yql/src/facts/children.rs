//! The expressions right below an expression.

use crate::ast::{Arg, Expr, ExprKind, FrameBound, InSet, Over, Window};

/// The expressions right below an expression, without those of queries in it and of lambdas, which have names of their
/// own.
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

/// Those of a window.
pub(super) fn window_exprs<'q>(window: &'q Window, on: &mut impl FnMut(&'q Expr)) {
    window.partition_by.iter().chain(window.order_by.iter().map(|item| &item.expr)).for_each(&mut *on);
    for bound in window.frame.iter().flat_map(|frame| [&frame.from, &frame.to]) {
        if let FrameBound::Preceding(Some(expr)) | FrameBound::Following(Some(expr)) = bound {
            on(expr);
        }
    }
}
