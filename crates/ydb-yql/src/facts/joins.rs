//! Conditions of joins: the sides that YDB looks up by key, and the conditions that YDB refuses after ON. After ON, YDB
//! takes equalities of one source with another, joined by AND (`SelectJoinConstPredicateArg` and
//! `SelectJoinNonEqualityPredicate` of `sql_ut.h`).

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::condition::{all, doubtful, node};
use super::scope::Names;
use super::{ALL_SOURCES, ColumnRef, Condition, Equality, Mistake, Node, Place};
use crate::ast::{self, BinaryOp, Expr, ExprKind, From, Ident, Join, JoinKind, JoinOn, SelectBody, descendants};

/// Finds the conditions after ON that are not an equality of two sources.
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

/// Counts the sources whose columns an expression has. With a column that names no source, the count is 1.
fn sources(side: &Expr) -> usize {
    let qualifiers = descendants(side).filter_map(|expr| match &expr.kind {
        ExprKind::Column { qualifier, .. } => Some(qualifier.as_ref().map(|qualifier| &qualifier.name)),
        _ => None,
    });
    qualifiers.collect::<Option<HashSet<_>>>().map_or(1, |labels| labels.len())
}

/// Returns the operands of an AND; looks into parentheses.
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

/// Returns the condition of a join, with the sources that YDB then looks up by key (`kqp_opt_log_join.cpp`): either
/// side of an INNER JOIN, the left side of LEFT SEMI, the right side of LEFT, LEFT ONLY and RIGHT SEMI. For RIGHT JOIN
/// and RIGHT ONLY, YDB reads all of the left side (`KqpFlipJoin`). YDB's tests do not show what it does if the right
/// side is `AS_TABLE`.
pub(super) fn on(join: &Join, right: usize, sources: &[&ast::Source], names: &Names<'_>) -> Option<Condition> {
    let is_at_hand = sources.get(right).is_some_and(|source| matches!(source.kind, ast::SourceKind::AsTable(_)));
    let bounds = match join.kind {
        JoinKind::Inner | JoinKind::LeftSemi => ALL_SOURCES,
        JoinKind::Left | JoinKind::LeftOnly | JoinKind::RightSemi => right..right + 1,
        JoinKind::Right | JoinKind::RightOnly if is_at_hand => 0..right,
        JoinKind::Right | JoinKind::RightOnly => 0..0,
        JoinKind::Full | JoinKind::Exclusion | JoinKind::Cross => 0..0,
    };
    let node = match join.on.as_ref()? {
        JoinOn::On(expr) => node(expr, names),
        JoinOn::Using(columns) => {
            let on_right = |name: &Ident| ColumnRef { source: Some(right), name: name.clone(), doubtful: false };
            let on_left = |name: &Ident| ColumnRef { source: Some(0), name: name.clone(), doubtful: false };
            let equal = |name: &Ident| {
                let (left, right) = (vec![on_left(name)], vec![on_right(name)]);
                // The place is never read: a condition that is added for one side of ON stands elsewhere.
                let place = Place { span: join.source.span, is_alone: false };
                let value = Some(Equality { place, met: None, span: place.span });
                Node::All(vec![
                    Node::Fixed { columns: left.clone(), by: right.clone(), value: value.clone(), of_null: false },
                    Node::Fixed { columns: right, by: left, value, of_null: false },
                ])
            };
            all(columns.iter().map(equal))
        }
    };
    let is_right = matches!(join.kind, JoinKind::Right | JoinKind::RightOnly);
    Some(Condition { bounds, is_on: true, node: if is_right { doubtful(node) } else { node } })
}

/// Returns `true` if a source consists of the literal rows of several SELECT statements, joined by UNION. YDB does not
/// count these rows, and therefore looks up no table on their left by them (`suite_tests/postgres/select`).
pub(super) fn is_written_union(source: &ast::Source, named: &HashMap<Arc<str>, &Expr>) -> bool {
    let query = match &source.kind {
        ast::SourceKind::Query { query, .. } => query,
        ast::SourceKind::Named(name) => match named.get(&name.name).map(|value| &value.kind) {
            Some(ExprKind::Subquery(query)) => query,
            _ => return false,
        },
        _ => return false,
    };
    matches!(query.body, SelectBody::Union { .. }) && is_written(&query.body)
}

/// Makes uncertain the facts that a condition states, by columns of `source`, about sources before `source`.
pub(super) fn without(node: &mut Node, source: usize) {
    match node {
        Node::All(nodes) | Node::Any(nodes) => nodes.iter_mut().for_each(|node| without(node, source)),
        Node::Fixed { columns, by, .. } | Node::Bounded { columns, by, .. } => {
            let is_of = |column: &ColumnRef| column.source.is_none_or(|of| of == source);
            let is_before = |column: &ColumnRef| column.source.is_none_or(|of| of < source);
            if by.iter().any(is_of) && columns.iter().any(is_before) {
                *node = Node::Unknown(std::mem::take(columns));
            }
        }
        Node::Nothing | Node::Unknown(_) => {}
    }
}

/// Returns `true` if a query reads no rows of a table.
fn is_written(body: &SelectBody) -> bool {
    match body {
        SelectBody::Core(core) => core.from.is_none(),
        SelectBody::Union { first, rest } => is_written(first) && rest.iter().all(|(_, body)| is_written(body)),
        SelectBody::Values(_) => true,
        SelectBody::Query(query) => is_written(&query.body),
    }
}
