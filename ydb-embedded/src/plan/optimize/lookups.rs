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
//! conditions on the right side are checked on the rows found (`exec/join.rs`).
//!
//! If only the *left* side is such a table and the right side is a list, an inner join is turned around first, and a
//! projection restores the order of the columns.

use crate::expr::{Expr, ExprKind};
use crate::plan::rel::{Join, JoinStrategy, OutputColumn, Rel, RelKind};
use crate::yql::ast::JoinKind;

/// Lets each join look rows up if it can.
pub(super) fn choose(rel: &mut Rel) {
    rel.for_each_input_mut(&mut choose);
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
fn lookup_keys<'e>(side: &Rel, exprs: impl Iterator<Item = &'e Expr>) -> Option<Vec<usize>> {
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
    if keys.is_empty() { None } else { Some(keys) }
}

/// Swaps the sides of an inner join; the columns stay where they were.
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
