//! Conditions go down to the scans that they are about, which make key ranges of them.

use crate::expr::{Expr, ExprKind, conjuncts};
use crate::plan::access::Access;
use crate::plan::rel::{Join, Rel, RelKind, Scan};
use crate::types::{Primitive, Type};
use crate::yql::ast::JoinKind;

/// Pushes all conditions down.
pub(super) fn push_down(rel: Rel) -> Rel {
    let Rel { columns, kind } = rel;
    let kind = match kind {
        RelKind::Filter { input, predicate } => {
            let (mut input, rest) = push(push_down(*input), conjuncts(predicate));
            return match join_and(rest) {
                Some(predicate) => {
                    input = Rel { columns, kind: RelKind::Filter { input: Box::new(input), predicate } };
                    input
                }
                None => input,
            };
        }
        RelKind::Project { input, exprs } => RelKind::Project { input: Box::new(push_down(*input)), exprs },
        RelKind::Join(join) => {
            let Join { kind, left, right, equal, strategy } = *join;
            RelKind::Join(Box::new(Join { kind, left: push_down(left), right: push_down(right), equal, strategy }))
        }
        RelKind::Group { input, keys, sets, aggregates } => {
            RelKind::Group { input: Box::new(push_down(*input)), keys, sets, aggregates }
        }
        RelKind::Window { input, windows } => RelKind::Window { input: Box::new(push_down(*input)), windows },
        RelKind::Distinct(input) => RelKind::Distinct(Box::new(push_down(*input))),
        RelKind::Sort { input, keys, top } => RelKind::Sort { input: Box::new(push_down(*input)), keys, top },
        RelKind::Limit { input, limit, offset } => RelKind::Limit { input: Box::new(push_down(*input)), limit, offset },
        RelKind::Union(inputs) => RelKind::Union(inputs.into_iter().map(push_down).collect()),
        leaf @ (RelKind::Unit | RelKind::Values(_) | RelKind::AsTable(_) | RelKind::Scan(_) | RelKind::SysView(_)) => {
            leaf
        }
    };
    Rel { columns, kind }
}

/// Gives conditions to an operator and those below it. Returns the conditions that must stay above.
fn push(rel: Rel, conditions: Vec<Expr>) -> (Rel, Vec<Expr>) {
    let Rel { columns, kind } = rel;
    match kind {
        RelKind::Scan(mut scan) => {
            if let Some(predicate) = join_and(scan.predicate.take().into_iter().chain(conditions).collect()) {
                scan.access = access(&scan, &predicate);
                scan.predicate = Some(predicate);
            }
            (Rel { columns, kind: RelKind::Scan(scan) }, Vec::new())
        }
        RelKind::Filter { input, predicate } => {
            let (input, rest) = push(*input, conditions);
            (Rel { columns, kind: RelKind::Filter { input: Box::new(input), predicate } }, rest)
        }
        RelKind::Join(join) => {
            let mut join = *join;
            let width = join.left.columns.len();
            let (mut to_left, mut to_right, mut rest) = (Vec::new(), Vec::new(), Vec::new());
            // Rows may be dropped before the join only on a side whose rows do not affect which rows of the other
            // side appear.
            let left_ok = matches!(
                join.kind,
                JoinKind::Inner | JoinKind::Cross | JoinKind::Left | JoinKind::LeftSemi | JoinKind::LeftOnly
            );
            let right_ok = matches!(join.kind, JoinKind::Inner | JoinKind::Cross);
            for mut condition in conditions {
                let used = condition.columns();
                if left_ok && !used.is_empty() && used.iter().all(|&column| column < width) {
                    to_left.push(condition);
                } else if right_ok && !used.is_empty() && used.iter().all(|&column| column >= width) {
                    condition.map_columns(&mut |column| column - width);
                    to_right.push(condition);
                } else {
                    rest.push(condition);
                }
            }
            join.left = filtered(join.left, to_left);
            join.right = filtered(join.right, to_right);
            (Rel { columns, kind: RelKind::Join(Box::new(join)) }, rest)
        }
        RelKind::Project { input, exprs } => {
            // A condition goes below if all its columns are passed through unchanged.
            let through = |column: usize| match exprs[column].kind {
                ExprKind::Column(below) => Some(below),
                _ => None,
            };
            let (mut below, mut rest) = (Vec::new(), Vec::new());
            for mut condition in conditions {
                if condition.columns().iter().all(|&column| through(column).is_some()) {
                    condition.map_columns(&mut |column| through(column).unwrap_or(column));
                    below.push(condition);
                } else {
                    rest.push(condition);
                }
            }
            let input = filtered(*input, below);
            (Rel { columns, kind: RelKind::Project { input: Box::new(input), exprs } }, rest)
        }
        RelKind::Union(inputs) => {
            let inputs = inputs.into_iter().map(|input| filtered(input, conditions.clone())).collect();
            (Rel { columns, kind: RelKind::Union(inputs) }, Vec::new())
        }
        kind => (Rel { columns, kind }, conditions),
    }
}

/// Puts conditions on rows, as far down as possible.
fn filtered(rel: Rel, conditions: Vec<Expr>) -> Rel {
    let (rel, rest) = push(rel, conditions);
    match join_and(rest) {
        Some(predicate) => {
            Rel { columns: rel.columns.clone(), kind: RelKind::Filter { input: Box::new(rel), predicate } }
        }
        None => rel,
    }
}

fn join_and(mut conditions: Vec<Expr>) -> Option<Expr> {
    if conditions.len() < 2 {
        return conditions.pop();
    }
    let bool = Type::Primitive(Primitive::Bool);
    let ty = if conditions.iter().any(|condition| condition.ty.is_optional()) { bool.optional() } else { bool };
    let at = conditions[0].at;
    Some(Expr { ty, at, kind: ExprKind::And(conditions.into()) })
}

fn access(scan: &Scan, predicate: &Expr) -> Access {
    Access::of(scan.read_table(), &scan.key_positions(), predicate)
}
