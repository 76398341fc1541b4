//! Columns, and what each one is compared with.

use super::children::children;
use super::scope::Names;
use super::{Comparison, Met, value};
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
                    self.alone(first, &rest[0].expr, names, group);
                    self.alone(&rest[0].expr, first, names, group);
                }
            }
            ExprKind::Between { expr: column, low, high, .. } => {
                self.alone(column, low, names, None);
                self.alone(column, high, names, None);
            }
            ExprKind::In { expr: column, set, negated } => {
                let group = group.filter(|_| !negated);
                match &**set {
                    InSet::Items(items) => {
                        items.iter().for_each(|item| self.pair(column, item, names, None));
                        self.set(column, value::set(set, names), names, group);
                    }
                    InSet::Expr(Expr { kind: ExprKind::Named(list), .. }) => {
                        self.set(column, Some(Met::List(list.clone())), names, group);
                    }
                    InSet::Expr(_) | InSet::Query(_) => {}
                }
            }
            _ => {}
        }
        children(expr, &mut |child| self.within(child, names, None));
    }

    /// A column that is compared with a list of values.
    fn set(&mut self, column: &Expr, value: Option<Met>, names: &Names<'_>, group: Option<u32>) {
        if let (Some(column), Some(value)) = (names.column(column).filter(|column| !column.doubtful), value) {
            self.found.push(Comparison { column, value, group });
        }
    }

    /// A column that is compared with one value.
    fn alone(&mut self, column: &Expr, value: &Expr, names: &Names<'_>, group: Option<u32>) {
        match (value::several(value), names.column(column).filter(|column| !column.doubtful)) {
            (Some(kind), Some(column)) => {
                self.found.push(Comparison { column, value: Met::Several(kind, value.at), group: None });
            }
            _ => self.pair(column, value, names, group),
        }
    }

    fn pair(&mut self, column: &Expr, value: &Expr, names: &Names<'_>, group: Option<u32>) {
        let Some(column) = names.column(column).filter(|column| !column.doubtful) else { return };
        let value = match &value.kind {
            ExprKind::Named(name) => Met::Named(name.clone()),
            _ => value::met(value, names),
        };
        self.found.push(Comparison { column, value, group });
    }
}
