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
        match self.kind {
            ExprKind::Column(_) => false,
            _ => {
                let mut constant = true;
                self.for_each_child(&mut |child| constant &= child.is_constant());
                constant
            }
        }
    }

    /// Returns `true` if the expression can be evaluated without a row, a parameter, a subquery, a lambda or a call.
    pub fn is_literal(&self) -> bool {
        match self.kind {
            ExprKind::Const(_) => true,
            ExprKind::Column(_)
            | ExprKind::Param(_)
            | ExprKind::Subquery(_)
            | ExprKind::Local(_)
            | ExprKind::Call { .. }
            | ExprKind::Json(_)
            | ExprKind::Unwrap(..)
            | ExprKind::Ensure(_) => false,
            _ => {
                let mut literal = true;
                self.for_each_child(&mut |child| literal &= child.is_literal());
                literal
            }
        }
    }

    /// Returns `true` if the evaluation may end the query with an error.
    pub fn can_fail(&self) -> bool {
        let mut fails = matches!(self.kind, ExprKind::Unwrap(..) | ExprKind::Ensure(_) | ExprKind::Call { .. });
        fails |= matches!(&self.kind, ExprKind::Json(call) if call.can_fail());
        self.for_each_child(&mut |child| fails |= child.can_fail());
        fails
    }

    /// Returns the number of expressions in this expression, itself included.
    pub fn nodes(&self) -> usize {
        let mut nodes = 1;
        self.for_each_child(&mut |child| nodes += child.nodes());
        nodes
    }

    pub fn height(&self) -> usize {
        let mut height = 0;
        self.for_each_child(&mut |child| height = height.max(child.height()));
        height + 1
    }

    /// Returns the positions of the columns that the expression reads.
    pub fn columns(&self) -> BTreeSet<usize> {
        fn collect(expr: &Expr, columns: &mut BTreeSet<usize>) {
            if let ExprKind::Column(position) = expr.kind {
                columns.insert(position);
            }
            expr.for_each_child(&mut |child| collect(child, columns));
        }
        let mut columns = BTreeSet::new();
        collect(self, &mut columns);
        columns
    }

    /// Changes the positions of the columns that the expression reads.
    pub fn map_columns(&mut self, map: &mut dyn FnMut(usize) -> usize) {
        if let ExprKind::Column(position) = &mut self.kind {
            *position = map(*position);
        }
        self.for_each_child_mut(&mut |child| child.map_columns(map));
    }

    pub fn for_each_child(&self, visit: &mut dyn FnMut(&Self)) {
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
