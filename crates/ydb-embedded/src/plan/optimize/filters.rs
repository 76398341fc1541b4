//! Pushes conditions down to the scans whose columns they name. The scans make key ranges of them.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::exec::{Join, Rel, RelKind};
use crate::expr::{CompareOp, Expr, ExprKind, conjuncts};
use crate::plan::access;
use crate::types::{Primitive, Type};
use crate::yql::ast::JoinKind;

pub(super) fn push_down(rel: &mut Rel) {
    rel.for_each_input_mut(&mut push_down);
    match std::mem::take(&mut rel.kind) {
        RelKind::Filter { mut input, predicate } => {
            filter(&mut input, conjuncts(Arc::unwrap_or_clone(predicate)));
            rel.kind = input.kind;
        }
        kind => rel.kind = kind,
    }
}

/// Pushes conditions into an operator and the operators below it. Returns the conditions that must stay above.
fn push(rel: &mut Rel, conditions: Vec<Expr>) -> Vec<Expr> {
    match &mut rel.kind {
        RelKind::Scan(scan) => {
            let scan = Arc::make_mut(scan);
            if let Some(predicate) = join_and(scan.predicate.take().into_iter().chain(conditions).collect()) {
                scan.access = access::of(scan.read_table(), &scan.key_positions(), &predicate);
                scan.predicate = Some(predicate);
            }
        }
        RelKind::Filter { input, .. } => return push(input, conditions),
        RelKind::Join(join) => push_into_joins(join, conditions),
        RelKind::Project { input, exprs } => {
            // A condition goes below the projection if the projection passes all its columns through unchanged.
            let through = |column: usize| match exprs[column].kind {
                ExprKind::Column(below) => Some(below),
                _ => None,
            };
            return push_some(input, conditions, |condition| condition.over(through));
        }
        // A condition on keys alone has the same result on the rows before grouping (`FilterOverAggregate` of YDB).
        RelKind::Group { input, group } if group.sets.is_empty() => {
            let key = |column: usize| match group.keys.get(column).map(|key| &key.kind) {
                Some(ExprKind::Column(below)) => Some(*below),
                _ => None,
            };
            return push_some(input, conditions, |condition| {
                copy(condition, key).filter(|_| !condition.columns().is_empty())
            });
        }
        // A condition that is not about the items has the same result on the rows before unpacking. A condition that
        // may fail must not see a row without items.
        RelKind::Flatten { input, containers } => {
            let is_about_items = |condition: &Expr| {
                let columns = condition.columns();
                containers.iter().any(|container| columns.contains(&container.column))
            };
            return push_some(input, conditions, |condition| {
                (!condition.can_fail() && !is_about_items(condition)).then(|| condition.clone())
            });
        }
        // YDB pushes into a union either for all users of the union's rows or not at all
        // (`UnionAllMultiConsumerSkipsPushdown`).
        RelKind::Union { is_shared: true, .. } => return conditions,
        RelKind::Union { inputs, .. } => inputs.iter_mut().for_each(|input| filter(input, conditions.clone())),
        _ => return conditions,
    }
    Vec::new()
}

/// Pushes the conditions below an operator that have a form over its input's rows. Returns the others.
fn push_some(input: &mut Rel, conditions: Vec<Expr>, form: impl Fn(&Expr) -> Option<Expr>) -> Vec<Expr> {
    let (mut below, mut rest) = (Vec::new(), Vec::new());
    for condition in conditions {
        match form(&condition) {
            Some(condition) => below.push(condition),
            None => rest.push(condition),
        }
    }
    filter(input, below);
    rest
}

/// Pushes each condition to the source whose columns it names, or to the join after which it can be checked.
///
/// A condition on a column that a join makes equal to another column holds for the other column as well, and goes to
/// both sides:
///
/// ```text
/// FROM o JOIN i ON i.order_id = o.id WHERE i.order_id = $id
///
/// o: where id = $id          i: where order_id = $id
/// ```
///
/// YDB does the same for columns of exactly the same type (`SingleInputPredicatePushdownOverEquiJoin` of
/// `yql_flatmap_over_join.cpp`).
fn push_into_joins(join: &mut Join, mut conditions: Vec<Expr>) {
    equal_instead_of_cross(join, &mut conditions);
    let same = same_columns(join);
    let mut falling: Vec<(BTreeSet<usize>, Expr)> =
        conditions.into_iter().map(|condition| (condition.columns(), condition)).collect();
    for ((joined, right), same) in join.joined.iter_mut().zip(&same).rev() {
        let joined = Arc::make_mut(joined);
        // Rows of one side may be dropped before the join only if they do not affect which rows of the other side
        // appear.
        let left_ok = matches!(
            joined.kind,
            JoinKind::Inner | JoinKind::Cross | JoinKind::Left | JoinKind::LeftSemi | JoinKind::LeftOnly
        );
        let right_ok = matches!(
            joined.kind,
            JoinKind::Inner | JoinKind::Cross | JoinKind::Right | JoinKind::RightSemi | JoinKind::RightOnly
        );
        let kept = joined.kept();
        let (mut to_left, mut to_right, mut here) = (Vec::new(), Vec::new(), Vec::new());
        for (used, mut condition) in falling {
            if left_ok && used.last().is_some_and(|&last| last < kept) {
                let equal = |left| joined.same().find(|pair| same[pair.0] == same[left]).map(|(_, right)| right);
                to_right.extend(copy(&condition, equal).filter(|_| both_need(joined.kind)));
                to_left.push((used, condition));
            } else if right_ok && used.first().is_some_and(|&first| first >= kept) {
                condition.map_columns(&mut |column| column - kept);
                let equal = |right| joined.same().find(|pair| pair.1 == right).map(|(left, _)| left);
                let copied = copy(&condition, equal).filter(|_| both_need(joined.kind));
                to_left.extend(copied.map(|copied| (copied.columns(), copied)));
                to_right.push(condition);
            } else {
                here.push(condition);
            }
        }
        if !to_right.is_empty() {
            filter(right, to_right);
        }
        joined.filter = join_and(joined.filter.take().into_iter().chain(here).collect());
        falling = to_left;
    }
    filter(&mut join.first, falling.into_iter().map(|(_, condition)| condition).collect());
}

/// Turns a CROSS JOIN whose sides a condition compares into an INNER JOIN:
///
/// ```text
/// FROM a CROSS JOIN b WHERE a.id = b.id        a JOIN b ON a.id = b.id
/// ```
fn equal_instead_of_cross(join: &mut Join, conditions: &mut Vec<Expr>) {
    for (joined, right) in join.joined.iter_mut().rev() {
        let kept = joined.kept();
        if joined.kind == JoinKind::Cross {
            let width = kept + right.columns.len();
            let (equal, others): (Vec<_>, Vec<_>) =
                std::mem::take(conditions).into_iter().partition(|condition| compares(condition, kept, width));
            *conditions = others;
            let joined = Arc::make_mut(joined);
            for condition in equal {
                let ExprKind::Compare(_, pair) = condition.kind else { continue };
                let [a, b] = *pair;
                let (left, mut right) = if a.columns().iter().all(|&column| column < kept) { (a, b) } else { (b, a) };
                right.map_columns(&mut |column| column - kept);
                joined.equal.push((left, right));
                joined.kind = JoinKind::Inner;
            }
        } else if !matches!(joined.kind, JoinKind::Inner | JoinKind::Left) {
            return;
        }
    }
}

/// Returns `true` if a condition is an equality between columns before `kept` and columns from `kept` to `width`.
fn compares(condition: &Expr, kept: usize, width: usize) -> bool {
    let ExprKind::Compare(CompareOp::Eq, pair) = &condition.kind else { return false };
    let [a, b] = &**pair;
    let is_left = |side: &Expr| side.columns().last().is_some_and(|&last| last < kept);
    let is_right = |side: &Expr| {
        let columns = side.columns();
        columns.first().is_some_and(|&first| first >= kept) && columns.last().is_some_and(|&last| last < width)
    };
    let have_one_type = match (a.ty.unwrap_optional(), b.ty.unwrap_optional()) {
        (Type::Primitive(one), Type::Primitive(other)) => one == other,
        _ => false,
    };
    have_one_type && (is_left(a) && is_right(b) || is_left(b) && is_right(a))
}

/// Returns `true` if a join returns only rows that have a match on both sides.
const fn both_need(kind: JoinKind) -> bool {
    matches!(kind, JoinKind::Inner | JoinKind::LeftSemi | JoinKind::RightSemi)
}

/// Returns, for each join of a chain, a representative of each column of its left rows. Columns that the joins before
/// it make equal have the same representative.
fn same_columns(join: &Join) -> Vec<Vec<usize>> {
    let mut same: Vec<usize> = (0..join.first.columns.len()).collect();
    let mut all = Vec::with_capacity(join.joined.len());
    for (joined, right_side) in &join.joined {
        all.push(same.clone());
        let kept = joined.kept();
        same.truncate(kept);
        if joined.shows_right() {
            same.extend(kept..kept + right_side.columns.len());
        }
        if joined.kind == JoinKind::Inner {
            for (left, right) in joined.same() {
                let (from, to) = (same[kept + right], same[left]);
                same.iter_mut().filter(|column| **column == from).for_each(|column| *column = to);
            }
        }
    }
    all
}

/// Returns the condition on other columns. Returns `None` if it may fail, or if `equal` has no column for one of its
/// columns.
fn copy(condition: &Expr, equal: impl Fn(usize) -> Option<usize>) -> Option<Expr> {
    if condition.can_fail() { None } else { condition.over(equal) }
}

/// Filters rows by conditions, as far down as possible.
fn filter(rel: &mut Rel, conditions: Vec<Expr>) {
    if let Some(predicate) = join_and(push(rel, conditions)) {
        *rel = std::mem::take(rel).filtered(predicate);
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
