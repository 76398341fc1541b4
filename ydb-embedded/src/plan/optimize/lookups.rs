//! Joins along a table's key become lookups.
//!
//! A join usually reads its whole right side into a hash table. If the right side is a table, and the join's
//! equalities give the leading columns of its key, it can look rows up by key instead:
//!
//! ```text
//! FROM orders AS o JOIN users AS u ON o.user = u.id            -- the key of users is (id)
//!
//! Join o.user = u.id                   Join o.user = u.id, lookup by o.user
//!   Scan orders                =>        Scan orders
//!   Scan users                           Scan users: one key for each order
//! ```
//!
//! The beginning of the key is enough: then the rows with that prefix are read. Equalities on other columns and
//! conditions on the right side are checked on the rows found (`exec/joiner.rs`).
//!
//! If only the *left* side is such a table and the right side is a list, an inner join is turned around first, and a
//! projection restores the order of the columns.

use std::sync::Arc;

use crate::exec::{JoinStrategy, Rel, RelKind};
use crate::expr::{Expr, ExprKind};
use crate::yql::ast::JoinKind;

/// Lets each join look rows up if it can.
pub(super) fn choose(rel: &mut Rel) {
    rel.for_each_input_mut(&mut choose);
    let RelKind::Join(join) = &mut rel.kind else { return };
    for (joined, right) in &mut join.joined {
        if matches!(joined.kind, JoinKind::Inner | JoinKind::Left | JoinKind::LeftSemi | JoinKind::LeftOnly)
            && let Some(keys) = lookup_keys(right, joined.equal.iter().map(|(_, right)| right))
        {
            Arc::make_mut(joined).strategy = JoinStrategy::Lookup(keys);
        }
    }
    if let Some((second, right)) = join.joined.first()
        && second.kind == JoinKind::Inner
        && matches!(second.strategy, JoinStrategy::Hash)
        && is_small(right)
        && join.joined.iter().all(|(joined, _)| joined.kept() == joined.width)
        && let Some(keys) = lookup_keys(&join.first, second.equal.iter().map(|(left, _)| left))
    {
        swap(rel, keys);
    }
}

/// Whether a source is a list, small enough to drive lookups into a table.
fn is_small(rel: &Rel) -> bool {
    match &rel.kind {
        RelKind::AsTable(_) | RelKind::Values(_) => true,
        RelKind::Project { input, .. } | RelKind::Filter { input, .. } | RelKind::Limit { input, .. } => {
            is_small(input)
        }
        _ => false,
    }
}

/// For each leading key column of a scanned table: the position of the equality that gives it.
fn lookup_keys<'e>(side: &Rel, exprs: impl Iterator<Item = &'e Expr>) -> Option<Arc<[usize]>> {
    let RelKind::Scan(scan) = &side.kind else { return None };
    let exprs: Vec<&Expr> = exprs.collect();
    let mut keys = Vec::new();
    for position in scan.key_positions() {
        let given = exprs.iter().position(|expr| matches!(expr.kind, ExprKind::Column(own) if own == position));
        match given {
            Some(given) => keys.push(given),
            None => break,
        }
    }
    if keys.is_empty() { None } else { Some(keys.into()) }
}

/// Swaps the first two sources of an inner join. The columns of its rows keep their places.
fn swap(rel: &mut Rel, keys: Arc<[usize]>) {
    let Rel { columns, kind: RelKind::Join(mut join) } = std::mem::take(rel) else { return };
    let (left, right) = (join.first.columns.len(), join.joined[0].1.columns.len());
    let moved = |column: usize| match column {
        _ if column < left => column + right,
        _ if column < left + right => column - left,
        _ => column,
    };
    for (i, (joined, _)) in join.joined.iter_mut().enumerate() {
        let joined = Arc::make_mut(joined);
        let equal = joined.equal.iter_mut().filter(|_| i > 0).map(|(left, _)| left);
        equal.chain(&mut joined.filter).for_each(|expr| expr.map_columns(&mut { moved }));
    }
    let (second, second_rows) = &mut join.joined[0];
    std::mem::swap(&mut join.first, second_rows);
    let second = Arc::make_mut(second);
    second.equal.iter_mut().for_each(|(a, b)| std::mem::swap(a, b));
    second.width = right;
    second.strategy = JoinStrategy::Lookup(keys);
    let mut swapped = columns.clone();
    let mut exprs = Vec::with_capacity(columns.len());
    for (i, column) in columns.iter().enumerate() {
        swapped[moved(i)] = column.clone();
        let at = Default::default();
        exprs.push(Expr { ty: column.ty.clone(), at, kind: ExprKind::Column(moved(i)) });
    }
    let input = Box::new(Rel { columns: swapped, kind: RelKind::Join(join) });
    *rel = Rel { columns, kind: RelKind::Project { input, exprs: exprs.into() } };
}
