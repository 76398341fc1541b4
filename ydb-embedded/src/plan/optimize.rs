//! Moves work towards the tables: conditions into key ranges, joins into lookups, orders and limits into reads.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::access::Access;
use super::rel::{Join, JoinStrategy, OutputColumn, Rel, RelKind, Scan};
use crate::catalog::Table;
use crate::expr::{Expr, ExprKind, conjuncts};
use crate::types::{Primitive, Type, Value};
use crate::yql::ast::JoinKind;

/// The plan of a query, improved; its rows stay the same.
pub(super) fn run(rel: Rel) -> Rel {
    let mut rel = filters(rel);
    lookups(&mut rel);
    orders(&mut rel);
    limits(&mut rel);
    let all = (0..rel.columns.len()).collect();
    needs(&mut rel, &all);
    rel
}

// ---------------------------------------------------------------------------------------------------------------- conditions

/// Conditions go down to the scans they speak of.
fn filters(rel: Rel) -> Rel {
    let Rel { columns, kind } = rel;
    let kind = match kind {
        RelKind::Filter { input, predicate } => {
            let (mut input, rest) = push(filters(*input), conjuncts(predicate));
            return match join_and(rest) {
                Some(predicate) => {
                    input = Rel { columns, kind: RelKind::Filter { input: Box::new(input), predicate } };
                    input
                }
                None => input,
            };
        }
        RelKind::Project { input, exprs } => RelKind::Project { input: Box::new(filters(*input)), exprs },
        RelKind::Join(join) => {
            let Join { kind, left, right, equal, strategy } = *join;
            RelKind::Join(Box::new(Join { kind, left: filters(left), right: filters(right), equal, strategy }))
        }
        RelKind::Group { input, keys, aggregates } => {
            RelKind::Group { input: Box::new(filters(*input)), keys, aggregates }
        }
        RelKind::Distinct(input) => RelKind::Distinct(Box::new(filters(*input))),
        RelKind::Sort { input, keys, top } => RelKind::Sort { input: Box::new(filters(*input)), keys, top },
        RelKind::Limit { input, limit, offset } => RelKind::Limit { input: Box::new(filters(*input)), limit, offset },
        RelKind::Union(inputs) => RelKind::Union(inputs.into_iter().map(filters).collect()),
        leaf @ (RelKind::Unit | RelKind::Values(_) | RelKind::AsTable(_) | RelKind::Scan(_) | RelKind::SysView(_)) => {
            leaf
        }
    };
    Rel { columns, kind }
}

/// Gives conditions to the operators below; returns those that must stay above.
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
            // Only a side whose rows all appear as they are may lose rows before the join.
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
            // A condition on columns that are passed through goes below; others stay.
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

/// Rows under conditions, which go down as far as they can.
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
    Access::of(scan.read_table(), &key_positions(&scan.table, scan.read_table()), predicate)
}

/// Where the key columns of the table that is read stand in the rows of a scan, which are those of the main table.
pub(crate) fn key_positions(main: &Arc<Table>, read: &Arc<Table>) -> Vec<usize> {
    let position = |&column: &usize| main.column(&read.columns[column].name).unwrap_or(usize::MAX);
    read.key.iter().map(position).collect()
}

// ---------------------------------------------------------------------------------------------------------------- joins

/// Joins on the leading key columns of a table look its rows up instead of reading them all.
fn lookups(rel: &mut Rel) {
    for_each_input(rel, &mut lookups);
    let RelKind::Join(join) = &mut rel.kind else { return };
    if join.equal.is_empty() {
        return;
    }
    if matches!(join.kind, JoinKind::Inner | JoinKind::Left | JoinKind::LeftSemi | JoinKind::LeftOnly)
        && let Some(keys) = lookup_keys(&join.right, join.equal.iter().map(|(_, right)| right))
    {
        join.strategy = JoinStrategy::Lookup(keys);
        return;
    }
    if join.kind == JoinKind::Inner
        && is_small(&join.right)
        && let Some(keys) = lookup_keys(&join.left, join.equal.iter().map(|(left, _)| left))
    {
        swap(rel, keys);
    }
}

/// A list or another source that is no table: it may drive lookups into a table on its left.
fn is_small(rel: &Rel) -> bool {
    match &rel.kind {
        RelKind::AsTable(_) | RelKind::Values(_) => true,
        RelKind::Project { input, .. } | RelKind::Filter { input, .. } | RelKind::Limit { input, .. } => {
            is_small(input)
        }
        _ => false,
    }
}

/// For each leading key column of a scanned table: which of the join's equalities gives it.
fn lookup_keys<'e>(side: &Rel, exprs: impl Iterator<Item = &'e Expr>) -> Option<Vec<usize>> {
    let RelKind::Scan(scan) = &side.kind else { return None };
    let exprs: Vec<&Expr> = exprs.collect();
    let mut keys = Vec::new();
    for position in key_positions(&scan.table, scan.read_table()) {
        let given = exprs.iter().position(|expr| matches!(expr.kind, ExprKind::Column(own) if own == position));
        match given {
            Some(given) => keys.push(given),
            None => break,
        }
    }
    if keys.is_empty() { None } else { Some(keys) }
}

/// Exchanges the sides of an inner join; the columns stay where they were.
fn swap(rel: &mut Rel, keys: Vec<usize>) {
    let columns = rel.columns.clone();
    let kind = std::mem::replace(&mut rel.kind, RelKind::Unit);
    let RelKind::Join(join) = kind else { return };
    let Join { kind, left, right, equal, .. } = *join;
    let (left_width, right_width) = (left.columns.len(), right.columns.len());
    let swapped_columns: Vec<OutputColumn> =
        columns[left_width..].iter().chain(&columns[..left_width]).cloned().collect();
    let equal = equal.into_iter().map(|(a, b)| (b, a)).collect();
    let join = Join { kind, left: right, right: left, equal, strategy: JoinStrategy::Lookup(keys) };
    let input = Box::new(Rel { columns: swapped_columns, kind: RelKind::Join(Box::new(join)) });
    let order = (right_width..right_width + left_width).chain(0..right_width);
    let exprs = order
        .zip(&columns)
        .map(|(position, column)| Expr {
            ty: column.ty.clone(),
            at: Default::default(),
            kind: ExprKind::Column(position),
        })
        .collect();
    rel.kind = RelKind::Project { input, exprs };
}

// ---------------------------------------------------------------------------------------------------------------- orders

/// ORDER BY along the key needs no sort.
fn orders(rel: &mut Rel) {
    for_each_input(rel, &mut orders);
    let RelKind::Sort { input, keys, .. } = &mut rel.kind else { return };
    let RelKind::Scan(scan) = &mut input.kind else { return };
    let Some((_, descending)) = keys.first() else { return };
    let descending = *descending;
    if keys.iter().any(|(_, other)| *other != descending) {
        return;
    }
    let positions = key_positions(&scan.table, scan.read_table());
    let mut next = 0;
    for (key, _) in keys.iter() {
        let ExprKind::Column(position) = key.kind else { return };
        let Some(ordinal) = positions.iter().position(|&own| own == position) else { return };
        if scan.access.is_fixed(ordinal) {
            continue;
        }
        while next < positions.len() && next != ordinal && scan.access.is_fixed(next) {
            next += 1;
        }
        if next != ordinal {
            return;
        }
        next += 1;
    }
    scan.descending = descending;
    let input = std::mem::replace(input.as_mut(), Rel { columns: Vec::new(), kind: RelKind::Unit });
    *rel = input;
}

/// A LIMIT tells the scan below how many rows are wanted.
fn limits(rel: &mut Rel) {
    for_each_input(rel, &mut limits);
    if let RelKind::Limit { input, limit: Some(limit), offset: None } = &mut rel.kind {
        hint(input, limit);
    }
}

fn hint(rel: &mut Rel, limit: &Expr) {
    match &mut rel.kind {
        RelKind::Scan(scan) => scan.hint = Some(limit.clone()),
        RelKind::Project { input, .. } | RelKind::Filter { input, .. } => hint(input, limit),
        RelKind::Union(inputs) => inputs.iter_mut().for_each(|input| hint(input, limit)),
        _ => {}
    }
}

// ---------------------------------------------------------------------------------------------------------------- columns

/// Tells each scan which columns somebody asks for.
fn needs(rel: &mut Rel, wanted: &BTreeSet<usize>) {
    match &mut rel.kind {
        RelKind::Unit | RelKind::Values(_) | RelKind::AsTable(_) | RelKind::SysView(_) => {}
        RelKind::Scan(scan) => {
            let mut needed = wanted.clone();
            if let Some(predicate) = &scan.predicate {
                needed.extend(predicate.columns());
            }
            scan.needed = needed.into_iter().collect();
        }
        RelKind::Filter { input, predicate } => {
            let mut wanted = wanted.clone();
            wanted.extend(predicate.columns());
            needs(input, &wanted);
        }
        RelKind::Project { input, exprs } => {
            // What nobody asks for is not computed either: it would be from columns that are not read.
            for (_, expr) in exprs.iter_mut().enumerate().filter(|(column, _)| !wanted.contains(column)) {
                *expr = Expr::constant(expr.ty.clone(), expr.at, Value::Null);
            }
            let used = exprs.iter().flat_map(Expr::columns).collect();
            needs(input, &used);
        }
        RelKind::Join(join) => {
            let width = join.left.columns.len();
            let mut left: BTreeSet<usize> = wanted.iter().copied().filter(|&column| column < width).collect();
            let mut right: BTreeSet<usize> =
                wanted.iter().filter(|&&column| column >= width).map(|column| column - width).collect();
            for (a, b) in &join.equal {
                left.extend(a.columns());
                right.extend(b.columns());
            }
            needs(&mut join.left, &left);
            needs(&mut join.right, &right);
        }
        RelKind::Group { input, keys, aggregates } => {
            let args = aggregates.iter().flat_map(|call| &call.args);
            let used = keys.iter().chain(args).flat_map(Expr::columns).collect();
            needs(input, &used);
        }
        RelKind::Distinct(input) => {
            let all = (0..input.columns.len()).collect();
            needs(input, &all);
        }
        RelKind::Sort { input, keys, .. } => {
            let mut wanted = wanted.clone();
            wanted.extend(keys.iter().flat_map(|(key, _)| key.columns()));
            needs(input, &wanted);
        }
        RelKind::Limit { input, .. } => needs(input, wanted),
        RelKind::Union(inputs) => inputs.iter_mut().for_each(|input| needs(input, wanted)),
    }
}

fn for_each_input(rel: &mut Rel, visit: &mut dyn FnMut(&mut Rel)) {
    match &mut rel.kind {
        RelKind::Unit | RelKind::Values(_) | RelKind::AsTable(_) | RelKind::Scan(_) | RelKind::SysView(_) => {}
        RelKind::Filter { input, .. }
        | RelKind::Project { input, .. }
        | RelKind::Group { input, .. }
        | RelKind::Distinct(input)
        | RelKind::Sort { input, .. }
        | RelKind::Limit { input, .. } => visit(input),
        RelKind::Join(join) => {
            visit(&mut join.left);
            visit(&mut join.right);
        }
        RelKind::Union(inputs) => inputs.iter_mut().for_each(visit),
    }
}
