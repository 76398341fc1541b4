//! Conditions after ON that YDB refuses: it takes equalities of one source with another, joined by AND
//! (`SelectJoinConstPredicateArg` and `SelectJoinNonEqualityPredicate` of `sql_ut.h`).

use std::collections::HashSet;

use super::Mistake;
use super::children::children;
use crate::ast::{BinaryOp, Expr, ExprKind, From, JoinOn};

/// Finds the conditions after ON that are no equality of two sources.
pub(super) fn mistakes(from: &From) -> Vec<Mistake> {
    let mut found = Vec::new();
    for join in &from.joins {
        let Some(JoinOn::On(on)) = &join.on else { continue };
        found.extend(conjuncts(on).into_iter().filter_map(of_condition));
    }
    found
}

fn of_condition(condition: &Expr) -> Option<Mistake> {
    let cure = "write the other conditions after WHERE, or into a subquery in place of the table".to_owned();
    let Some((left, right)) = condition.equality() else {
        let fault = "ON takes equalities of two sources only, joined by AND".to_owned();
        return Some(Mistake { at: condition.at, fault, cure });
    };
    let side = [left, right].into_iter().find(|side| sources(side) != 1)?;
    let fault = match sources(side) {
        0 => "ON compares two sources, and this side of the equality has no column",
        _ => "ON compares two sources, and this side of the equality has columns of both",
    };
    Some(Mistake { at: side.at, fault: fault.to_owned(), cure })
}

/// Counts the sources whose columns an expression has; a column that names no source may be of any, and counts as one.
fn sources(side: &Expr) -> usize {
    let (mut waiting, mut labels, mut is_open) = (vec![side], HashSet::new(), false);
    while let Some(expr) = waiting.pop() {
        match &expr.kind {
            ExprKind::Column { qualifier: Some(qualifier), .. } => drop(labels.insert(&qualifier.name)),
            ExprKind::Column { .. } | ExprKind::Named(_) => is_open = true,
            _ => {}
        }
        children(expr, &mut |child| waiting.push(child));
    }
    if is_open { 1 } else { labels.len() }
}

/// The operands of an AND, through parentheses.
fn conjuncts(on: &Expr) -> Vec<&Expr> {
    match &on.kind {
        ExprKind::Binary { first, rest } if rest.iter().all(|operand| operand.op == BinaryOp::And) => {
            let rest = rest.iter().flat_map(|operand| conjuncts(&operand.expr));
            conjuncts(first).into_iter().chain(rest).collect()
        }
        ExprKind::Tuple(items) if items.len() == 1 => conjuncts(&items[0]),
        _ => vec![on],
    }
}
