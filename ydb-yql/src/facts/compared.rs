//! Columns, and what each one is compared with.

use super::children::children;
use super::scope::Names;
use super::{Comparison, Met};
use crate::ast::{BinaryOp, CompareOp, Expr, ExprKind, InSet};
use crate::error::Span;

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
                    self.pair(first, &rest[0].expr, expr.span, names, group);
                    self.pair(&rest[0].expr, first, expr.span, names, group);
                }
            }
            ExprKind::Between { expr: column, low, high, .. } => {
                self.pair(column, low, expr.span, names, None);
                self.pair(column, high, expr.span, names, None);
            }
            ExprKind::In { expr: column, set, negated } => {
                let group = group.filter(|_| !negated);
                match &**set {
                    InSet::Items(items) => {
                        items.iter().for_each(|item| self.pair(column, item, expr.span, names, None));
                        if items.iter().all(|item| is_flat(item) && names.used(item).is_empty()) {
                            let spans = items.iter().map(|item| item.span).collect();
                            self.set(column, Met::Items(spans), (expr.span, Span::default()), names, group);
                        }
                    }
                    InSet::Expr(Expr { kind: ExprKind::Named(list), span, .. }) => {
                        self.set(column, Met::List(list.clone()), (expr.span, *span), names, group);
                    }
                    InSet::Expr(_) | InSet::Query(_) => {}
                }
            }
            _ => {}
        }
        children(expr, &mut |child| self.within(child, names, None));
    }

    /// A column that is compared with a list of values.
    fn set(
        &mut self,
        column: &Expr,
        value: Met,
        (span, value_span): (Span, Span),
        names: &Names<'_>,
        group: Option<u32>,
    ) {
        if let Some(column) = names.column(column).filter(|column| !column.doubtful) {
            self.found.push(Comparison { column, value, span, value_span, by: Some(Vec::new()), group });
        }
    }

    fn pair(&mut self, column: &Expr, value: &Expr, span: Span, names: &Names<'_>, group: Option<u32>) {
        let Some(column) = names.column(column).filter(|column| !column.doubtful) else { return };
        let by = is_flat(value).then(|| names.used(value));
        let value_span = value.span;
        let value = match &value.kind {
            ExprKind::Literal(literal) => Met::Literal(literal.clone()),
            ExprKind::Named(name) => Met::Named(name.clone()),
            ExprKind::Cast { ty, .. } => Met::Cast(ty.clone()),
            ExprKind::Column { .. } => Met::Column,
            _ => Met::Other,
        };
        self.found.push(Comparison { column, value, span, value_span, by, group });
    }
}

/// Whether all names in an expression are those of its scope: there is no query and no lambda in it.
fn is_flat(expr: &Expr) -> bool {
    let mut waiting = vec![expr];
    while let Some(expr) = waiting.pop() {
        match &expr.kind {
            ExprKind::Subquery(_) | ExprKind::Exists(_) | ExprKind::Lambda { .. } => return false,
            ExprKind::In { set, .. } if matches!(**set, InSet::Query(_)) => return false,
            _ => children(expr, &mut |child| waiting.push(child)),
        }
    }
    true
}
