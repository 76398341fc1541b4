//! Columns beside values: what each one is compared with.

use super::children::children;
use super::scope::Names;
use super::{Comparison, Met};
use crate::ast::{BinaryOp, CompareOp, Expr, ExprKind, InSet};

/// The comparisons of one scope, as they are found.
#[derive(Default)]
pub(super) struct Compared {
    pub(super) found: Vec<Comparison>,
    groups: u32,
}

impl Compared {
    /// Those of a condition that holds for each row.
    pub(super) fn condition(&mut self, expr: &Expr, names: &Names<'_>) {
        let group = self.group();
        self.within(expr, names, Some(group));
    }

    /// Those of another expression.
    pub(super) fn expr(&mut self, expr: &Expr, names: &Names<'_>) {
        self.within(expr, names, None);
    }

    fn group(&mut self) -> u32 {
        self.groups += 1;
        self.groups
    }

    fn within(&mut self, expr: &Expr, names: &Names<'_>, group: Option<u32>) {
        match &expr.kind {
            ExprKind::Binary { first, rest } if matches!(rest[0].op, BinaryOp::And | BinaryOp::Or) => {
                let is_or = rest[0].op == BinaryOp::Or;
                for operand in std::iter::once(&**first).chain(rest.iter().map(|operand| &operand.expr)) {
                    let group = if is_or { group.map(|_| self.group()) } else { group };
                    self.within(operand, names, group);
                }
                return;
            }
            ExprKind::Binary { first, rest } if rest.len() == 1 => {
                if let BinaryOp::Compare(op) = rest[0].op {
                    let group = group.filter(|_| op == CompareOp::Eq);
                    self.pair(first, &rest[0].expr, names, group);
                    self.pair(&rest[0].expr, first, names, group);
                }
            }
            ExprKind::Between { expr, low, high, .. } => {
                self.pair(expr, low, names, None);
                self.pair(expr, high, names, None);
            }
            ExprKind::In { expr, set, .. } => match &**set {
                InSet::Items(items) => items.iter().for_each(|item| self.pair(expr, item, names, None)),
                InSet::Expr(Expr { kind: ExprKind::Named(list), .. }) => {
                    if let Some(column) = names.column(expr).filter(|column| !column.doubtful) {
                        let value = Met::List(list.clone());
                        self.found.push(Comparison { column, value, at: expr.at, until: list.at, group: None });
                    }
                }
                InSet::Expr(_) | InSet::Query(_) => {}
            },
            _ => {}
        }
        children(expr, &mut |child| self.within(child, names, None));
    }

    fn pair(&mut self, column: &Expr, value: &Expr, names: &Names<'_>, group: Option<u32>) {
        let (at, until) = (column.at.min(value.at), column.at.max(value.at));
        let value = match &value.kind {
            ExprKind::Literal(literal) => Met::Literal(literal.clone()),
            ExprKind::Named(name) => Met::Named(name.clone()),
            ExprKind::Cast { ty, .. } => Met::Cast(ty.clone()),
            _ => Met::Other,
        };
        if let Some(column) = names.column(column).filter(|column| !column.doubtful) {
            self.found.push(Comparison { column, value, at, until, group });
        }
    }
}
