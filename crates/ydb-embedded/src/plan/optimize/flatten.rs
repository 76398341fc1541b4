//! A subquery that only picks columns of a table is that table to the joins around it.
//!
//! ```text
//! FROM x JOIN (SELECT id, name FROM k) AS y ON y.id = x.k
//!
//! Join x.k = y.id                      Project the columns that were there
//!   Scan x                    =>         Join x.k = k.id
//!   Project id, name                       Scan x
//!     Scan k                               Scan k
//! ```
//!
//! So rows of the table can be looked up (`lookups.rs`). Columns under another name are left alone: YDB finds the columns
//! of a key by their names.

use std::sync::Arc;

use crate::exec::{Join, OutputColumn, Rel, RelKind};
use crate::expr::{Expr, ExprKind};
use crate::yql::ast::JoinKind;

/// Takes such projections from below the joins.
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

/// For each column of a source that picks columns of a table under their own names: its place in the table.
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

/// Replaces a source by the table below it, if it only picks columns. Returns where its columns are now.
fn open(rel: &mut Rel) -> Vec<usize> {
    let Some(places) = picked(rel) else { return (0..rel.columns.len()).collect() };
    let source = rel.columns.first().and_then(|column| column.source.clone());
    if let RelKind::Project { input, .. } = std::mem::take(&mut rel.kind) {
        *rel = *input;
        rel.columns.iter_mut().for_each(|column| column.source.clone_from(&source));
    }
    places
}

/// Opens all sources of a join. Returns the columns of its rows, and where those that were there are among them.
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
        if joined.kept() == 0 {
            (columns, places) = (Vec::new(), Vec::new());
        }
        let kept = columns.len();
        if matches!(joined.kind, JoinKind::Right | JoinKind::Full | JoinKind::Exclusion) {
            columns.iter_mut().for_each(make_optional);
        }
        if !matches!(joined.kind, JoinKind::LeftSemi | JoinKind::LeftOnly) {
            columns.extend(right.columns.iter().cloned());
            if matches!(joined.kind, JoinKind::Left | JoinKind::Full | JoinKind::Exclusion) {
                columns[kept..].iter_mut().for_each(make_optional);
            }
            places.extend(of_right.into_iter().map(|place| kept + place));
        }
        if let Some(filter) = &mut joined.filter {
            filter.map_columns(&mut |column| places[column]);
        }
    }
    (columns, places)
}

fn make_optional(column: &mut OutputColumn) {
    column.ty = column.ty.clone().optional();
}
