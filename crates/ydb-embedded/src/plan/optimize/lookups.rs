//! Turns joins along a table's key into lookups, even if the table is inside a subquery that only picks columns.
//!
//! A join usually reads its whole right side into a hash table. The join can look rows up by key instead if the right
//! side is a table whose leading key columns are given by the join's equalities and the table's own condition:
//!
//! ```text
//! FROM orders AS o JOIN users AS u ON o.user = u.id            -- the key of users is (id)
//!
//! Join o.user = u.id                   Join o.user = u.id, lookup by o.user
//!   Scan orders                =>        Scan orders
//!   Scan users                           Scan users: one key for each order
//! ```
//!
//! A prefix of the key is enough: all rows with that prefix are read. Equalities on other columns and conditions on the
//! right side are checked on the rows found (`exec/join.rs`).
//!
//! The rules are those of `kqp_opt_log_join.cpp`:
//!
//! - INNER, LEFT, LEFT ONLY and LEFT SEMI look up the right side. A right-sided join, whose sides the planner has
//!   swapped, does not.
//! - LEFT SEMI first tries the other direction: to look up the rows of its *left* side, once for each key that the
//!   right side has. RIGHT SEMI does the same with its right side.
//! - The table's own condition may give the first columns of its key, if it makes at most [`MAX_POINTS`] ranges. At
//!   least one column must come from the other side: a key that the condition gives completely is read once, not looked
//!   up.
//! - The types of both columns are equal, or both are numbers, or a Utf8 value is looked up among Strings.
//!
//! If only the *left* side of an INNER JOIN can be looked up, the sides are swapped, and a projection restores the
//! order of the columns. In YDB the sizes of the tables decide which side is looked up. Here a list always drives the
//! lookups, and a table does if the other table has no condition.

use std::sync::Arc;

use crate::exec::{Join, JoinStrategy, Joined, LookupKey, OutputColumn, Rel, RelKind, Scan};
use crate::expr::{Expr, ExprKind};
use crate::plan::extract::Extraction;
use crate::types::{Primitive, Type};
use crate::yql::ast::JoinKind;

/// Largest number of key ranges of a table that is looked up: `IdxLookupJoinPointsLimit` of
/// `table_service_config.proto`. `RewriteReadToPrefixLookup` compares it with the largest expected number of ranges.
const MAX_POINTS: usize = 3;

/// Makes each join look rows up if it can.
pub(super) fn choose(rel: &mut Rel) {
    rel.for_each_input_mut(&mut choose);
    let RelKind::Join(join) = &mut rel.kind else { return };
    flip_semi(join);
    for (joined, right) in &mut join.joined {
        if matches!(joined.kind, JoinKind::Inner | JoinKind::Left | JoinKind::LeftSemi | JoinKind::LeftOnly)
            && !joined.turned
            && let Some(key) = lookup_key(right, joined.equal.iter().map(|(left, right)| (right, left)))
        {
            look_up(Arc::make_mut(joined), key);
        }
    }
    let reads_whole = matches!(&join.first.kind, RelKind::Scan(scan) if scan.predicate.is_none());
    if let Some((second, right)) = join.joined.first()
        && second.kind == JoinKind::Inner
        && !second.is_lookup()
        && (is_small(right) || reads_whole && !is_written_union(right))
        && join.joined.iter().all(|(joined, _)| joined.kept() == joined.width)
        && let Some(key) = lookup_key(&join.first, second.equal.iter().map(|(left, right)| (left, right)))
    {
        swap(rel, key);
    }
}

/// Turns LEFT SEMI into RIGHT SEMI with a lookup, if it is the first join of its chain and its left rows can be looked
/// up.
fn flip_semi(join: &mut Join) {
    let Some((joined, right)) = join.joined.first_mut() else { return };
    if joined.kind != JoinKind::LeftSemi {
        return;
    }
    let Some(key) = lookup_key(&join.first, joined.equal.iter().map(|(left, right)| (left, right))) else { return };
    std::mem::swap(&mut join.first, right);
    let joined = Arc::make_mut(joined);
    joined.kind = JoinKind::RightSemi;
    joined.equal.iter_mut().for_each(|(a, b)| std::mem::swap(a, b));
    joined.width = join.first.columns.len();
    look_up(joined, key);
}

/// Makes a join look up its right rows. The values of the key are cast one by one to the types of the key columns, not
/// to the common type of the comparison: the common type of Uint64 and Int64 cannot hold all values of both.
fn look_up(joined: &mut Joined, key: LookupKey) {
    for &position in &key.given {
        let left = &mut joined.equal[position].0;
        *left = original(left).clone();
    }
    joined.strategy = JoinStrategy::Lookup(key.into());
}

/// Returns `true` if a source is a list, which is small enough to drive lookups into a table.
fn is_small(rel: &Rel) -> bool {
    match &rel.kind {
        RelKind::AsTable(_) | RelKind::Values(_) => true,
        RelKind::Project { input, .. } | RelKind::Filter { input, .. } | RelKind::Limit { input, .. } => {
            is_small(input)
        }
        _ => false,
    }
}

/// Returns `true` if a source is a UNION of rows that the query writes out. YDB does not count such rows and therefore
/// does not swap the sides (`suite_tests/postgres/select`).
fn is_written_union(rel: &Rel) -> bool {
    fn is_written(rel: &Rel) -> bool {
        let mut written = !matches!(rel.kind, RelKind::Scan(_) | RelKind::SysView(_) | RelKind::AsTable(_));
        rel.for_each_input(&mut |input| written &= is_written(input));
        written
    }
    match &rel.kind {
        RelKind::Project { input, .. } | RelKind::Filter { input, .. } => is_written_union(input),
        RelKind::Union { .. } => is_written(rel),
        _ => false,
    }
}

/// Finds the source of each leading key column of a scanned table. `equal` has pairs of equal expressions: the first
/// over the table's rows, the second over the other side's rows.
fn lookup_key<'e>(side: &Rel, equal: impl Iterator<Item = (&'e Expr, &'e Expr)>) -> Option<LookupKey> {
    let RelKind::Scan(scan) = &side.kind else { return None };
    let positions = scan.key_positions();
    let fixed = fixed(scan, &positions)?;
    let equal: Vec<(&Expr, &Expr)> = equal.collect();
    let mut given = Vec::new();
    for position in &positions[fixed..] {
        let gives = |(own, other): &(&Expr, &Expr)| column(own) == Some(*position) && fits(own, other);
        match equal.iter().position(gives) {
            Some(found) => given.push(found),
            None => break,
        }
    }
    (!given.is_empty()).then_some(LookupKey { fixed, given })
}

/// Returns how many leading key columns have single values because of the scan's own condition; `None` if the condition
/// makes too many ranges.
fn fixed(scan: &Scan, key: &[usize]) -> Option<usize> {
    let extraction = scan.predicate.as_ref().and_then(|predicate| Extraction::of(key, predicate));
    match extraction {
        None => Some(0),
        Some(extraction) => extraction.ranges.filter(|ranges| *ranges <= MAX_POINTS).map(|_| extraction.points),
    }
}

/// Returns the column that an expression is, directly or converted to the common type of a comparison.
fn column(expr: &Expr) -> Option<usize> {
    match &original(expr).kind {
        ExprKind::Column(position) => Some(*position),
        _ => None,
    }
}

/// Returns an expression as it was before its conversion to the common type of a comparison.
fn original(expr: &Expr) -> &Expr {
    match &expr.kind {
        ExprKind::Convert(inner) => original(inner),
        _ => expr,
    }
}

/// Returns `true` if a value of the other side can be cast to the type of a key column.
fn fits(own: &Expr, other: &Expr) -> bool {
    match (original(own).ty.unwrap_optional(), original(other).ty.unwrap_optional()) {
        (own, other) if own == other => true,
        (Type::Primitive(Primitive::String), Type::Primitive(Primitive::Utf8)) => true,
        (Type::Primitive(own), Type::Primitive(other)) => own.is_number() && other.is_number(),
        _ => false,
    }
}

/// Swaps the first two sources of an inner join. A projection keeps the columns of the rows in their places.
fn swap(rel: &mut Rel, key: LookupKey) {
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
    look_up(second, key);
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

// A subquery that only picks columns of a table counts as the table itself for the joins around it.
//
// ```text
// FROM x JOIN (SELECT id, name FROM k) AS y ON y.id = x.k
//
// Join x.k = y.id                      Project the columns that were there
//   Scan x                    =>         Join x.k = k.id
//   Project id, name                       Scan x
//     Scan k                               Scan k
// ```
//
// Rows of the table can then be looked up. Columns under another name are left alone: YDB finds the columns of a key by
// their names.

/// Moves projections that only pick columns from below the joins to above them.
pub(super) fn lift(rel: &mut Rel) {
    rel.for_each_input_mut(&mut lift);
    let RelKind::Join(join) = &mut rel.kind else { return };
    if picked(&join.first).is_none() && join.joined.iter().all(|(_, right)| picked(right).is_none()) {
        return;
    }
    let (columns, places) = widen(join);
    let column = |(column, &place): (&OutputColumn, &usize)| {
        Expr::new(column.ty.clone(), Default::default(), ExprKind::Column(place))
    };
    let exprs: Arc<[Expr]> = rel.columns.iter().zip(&places).map(column).collect();
    let input = Box::new(Rel { columns, kind: std::mem::take(&mut rel.kind) });
    rel.kind = RelKind::Project { input, exprs };
}

/// Returns, for each column of a source that only picks columns of a table under their own names, its position in the
/// table.
fn picked(rel: &Rel) -> Option<Vec<usize>> {
    let RelKind::Project { input, exprs } = &rel.kind else { return None };
    if !matches!(input.kind, RelKind::Scan(_)) {
        return None;
    }
    let place = |(column, expr): (&OutputColumn, &Expr)| match expr.kind {
        ExprKind::Column(place) if input.columns.get(place)?.name == column.name => Some(place),
        _ => None,
    };
    rel.columns.iter().zip(&**exprs).map(place).collect()
}

/// Replaces a source with the table below it, if the source only picks columns. Returns the new positions of the
/// source's columns.
fn open(rel: &mut Rel) -> Vec<usize> {
    let Some(places) = picked(rel) else { return (0..rel.columns.len()).collect() };
    let source = rel.columns.first().and_then(|column| column.source.clone());
    if let RelKind::Project { input, .. } = std::mem::take(&mut rel.kind) {
        *rel = *input;
        rel.columns.iter_mut().for_each(|column| column.source.clone_from(&source));
    }
    places
}

/// Opens all sources of a join. Returns the new columns of the join's rows, and the new positions of the former
/// columns.
fn widen(join: &mut Join) -> (Vec<OutputColumn>, Vec<usize>) {
    let mut places = open(&mut join.first);
    let mut columns = join.first.columns.clone();
    for (joined, right) in &mut join.joined {
        let of_right = open(right);
        let joined = Arc::make_mut(joined);
        for (left, right) in &mut joined.equal {
            left.map_columns(&mut |column| places[column]);
            right.map_columns(&mut |column| of_right[column]);
        }
        joined.width = columns.len();
        columns = joined.columns(columns, &right.columns);
        let kept = joined.kept();
        if kept == 0 {
            places.clear();
        }
        if joined.shows_right() {
            places.extend(of_right.into_iter().map(|place| kept + place));
        }
        if let Some(filter) = &mut joined.filter {
            filter.map_columns(&mut |column| places[column]);
        }
    }
    (columns, places)
}
