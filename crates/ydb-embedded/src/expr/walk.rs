//! Walks over typed expressions, which find children, columns that are read, and constants.

use std::collections::BTreeSet;

use super::{Expr, ExprKind, InSet};

/// Calls `$visit` with each expression directly below `$kind`. The arguments `iter` and `iter_mut, mut` make the shared
/// and the mutable form.
macro_rules! each_child {
    ($kind:expr, $visit:ident, $iter:ident, $exprs:ident $(, $mut:ident)?) => {
        match $kind {
            ExprKind::Json(call) => call.$exprs().for_each(|expr| $visit(expr)),
            ExprKind::Const(_)
            | ExprKind::Column(_)
            | ExprKind::Param(_)
            | ExprKind::Subquery(_)
            | ExprKind::Local(_) => {}
            ExprKind::Convert(expr)
            | ExprKind::Cast(expr)
            | ExprKind::BitCast(expr)
            | ExprKind::Not(expr)
            | ExprKind::Negate(expr)
            | ExprKind::BitNot(expr)
            | ExprKind::IsNull(expr)
            | ExprKind::Member(expr, _)
            | ExprKind::Just(expr) => $visit(expr),
            ExprKind::And(items)
            | ExprKind::Or(items)
            | ExprKind::Coalesce(items)
            | ExprKind::Items(items)
            | ExprKind::Xor(items)
            | ExprKind::Concat(items)
            | ExprKind::Ensure(items)
            | ExprKind::Call { args: items, .. } => items.$iter().for_each($visit),
            ExprKind::Arithmetic(first, rest) => {
                $visit(first);
                rest.$iter().for_each(|calculation| $visit(&$($mut)? calculation.right));
            }
            ExprKind::Compare(_, pair)
            | ExprKind::Distinct(pair)
            | ExprKind::Index(pair)
            | ExprKind::Each(_, pair) => pair.$iter().for_each($visit),
            ExprKind::Let(values, body) => {
                values.$iter().for_each(|value| $visit(value));
                $visit(body);
            }
            ExprKind::Fold(_, parts) => parts.$iter().for_each($visit),
            ExprKind::In(lookup) => {
                $visit(&$($mut)? lookup.needle);
                match &$($mut)? lookup.set {
                    InSet::Items(items) => items.$iter().for_each($visit),
                    InSet::Constant(_) => {}
                    InSet::List(list) => $visit(list),
                }
            }
            ExprKind::Case(branches, otherwise) => {
                for (condition, value) in branches {
                    $visit(condition);
                    $visit(value);
                }
                $visit(otherwise);
            }
            ExprKind::Like(like) => {
                $visit(&$($mut)? like.text);
                $visit(&$($mut)? like.pattern);
            }
            ExprKind::Regexp(regexp) => {
                $visit(&$($mut)? regexp.text);
                $visit(&$($mut)? regexp.pattern);
            }
            ExprKind::Dict(pairs) => {
                for (key, value) in pairs {
                    $visit(key);
                    $visit(value);
                }
            }
            ExprKind::Unwrap(expr, message) => {
                $visit(expr);
                message.$iter().for_each(|message| $visit(message));
            }
        }
    };
}

impl Expr {
    /// Returns `true` if the expression can be evaluated without a row.
    pub fn is_constant(&self) -> bool {
        !self.descendants().any(|expr| matches!(expr.kind, ExprKind::Column(_)))
    }

    /// Returns `true` if the expression can be evaluated without a row, a parameter, a subquery, a lambda or a call.
    pub fn is_literal(&self) -> bool {
        use ExprKind::{Call, Column, Ensure, Json, Local, Param, Subquery, Unwrap};
        let depends = |expr: &Self| matches!(expr.kind, Column(_) | Param(_) | Subquery(_) | Local(_));
        let calls = |expr: &Self| matches!(expr.kind, Call { .. } | Json(_) | Unwrap(..) | Ensure(_));
        !self.descendants().any(|expr| depends(expr) || calls(expr))
    }

    /// Returns `true` if the evaluation may end the query with an error.
    pub fn can_fail(&self) -> bool {
        self.descendants().any(|expr| match &expr.kind {
            ExprKind::Unwrap(..) | ExprKind::Ensure(_) | ExprKind::Call { .. } => true,
            ExprKind::Json(call) => call.can_fail(),
            _ => false,
        })
    }

    /// Returns the number of expressions in this expression, itself included.
    pub fn nodes(&self) -> usize {
        self.descendants().count()
    }

    pub fn height(&self) -> usize {
        let mut height = 0;
        self.for_each_child(&mut |child| height = height.max(child.height()));
        height + 1
    }

    /// Returns the positions of the columns that the expression reads.
    pub fn columns(&self) -> BTreeSet<usize> {
        let column = |expr: &Self| if let ExprKind::Column(position) = expr.kind { Some(position) } else { None };
        self.descendants().filter_map(column).collect()
    }

    /// Returns the expression over other columns; `None` if `to` has no column for one of the columns that it reads.
    pub fn over(&self, to: impl Fn(usize) -> Option<usize>) -> Option<Self> {
        if !self.columns().iter().all(|&column| to(column).is_some()) {
            return None;
        }
        let mut moved = self.clone();
        moved.map_columns(&mut |column| to(column).unwrap_or(column));
        Some(moved)
    }

    /// Changes the positions of the columns that the expression reads.
    pub fn map_columns(&mut self, map: &mut dyn FnMut(usize) -> usize) {
        if let ExprKind::Column(position) = &mut self.kind {
            *position = map(*position);
        }
        self.for_each_child_mut(&mut |child| child.map_columns(map));
    }

    /// Returns this expression and all expressions in it.
    fn descendants(&self) -> impl Iterator<Item = &Self> {
        let mut waiting = vec![self];
        std::iter::from_fn(move || {
            let expr = waiting.pop()?;
            expr.for_each_child(&mut |child| waiting.push(child));
            Some(expr)
        })
    }

    pub fn for_each_child<'e>(&'e self, visit: &mut dyn FnMut(&'e Self)) {
        each_child!(&self.kind, visit, iter, exprs);
    }

    pub fn for_each_child_mut(&mut self, visit: &mut dyn FnMut(&mut Self)) {
        each_child!(&mut self.kind, visit, iter_mut, exprs_mut, mut);
    }
}

/// Returns the operands of nested ANDs from left to right, or the expression itself if it is not an AND.
pub fn conjuncts(expr: Expr) -> Vec<Expr> {
    match expr.kind {
        ExprKind::And(items) => items.into_vec().into_iter().flat_map(conjuncts).collect(),
        _ => vec![expr],
    }
}
